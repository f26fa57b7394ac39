import { site } from '#content/content.ts'
import { periodWords } from '#content/periods.ts'
import type { Language, Words } from '#language.ts'
import { lifetimes } from '#lifetimes.ts'
import { localPath, routes } from '#routes.ts'
import { Field } from '#site/islands/field.tsx'
import { emailField } from '#submission-fields.ts'
import type { PageContext } from '#site/page.ts'
import { SeePolicy } from '#site/parts/consent-line.tsx'
import { NextStep, noticePage } from '#site/parts/notice.tsx'
import { FinePrint, PostForm } from '#site/parts/post-form.tsx'

export const myDataPage = (language: Language) =>
  noticePage(language, {
    route: routes.myData,
    title: words[language].myData,
    isLinkedInMail: true,
    body: (context) => (
      <>
        <p>{words[language].enterAddress}</p>
        <AddressForm language={language} context={context} />
      </>
    ),
    next: null,
  })

export const myDataInvalidPage = (language: Language, given: string) => {
  const { myData, invalid } = words[language]
  return noticePage(language, {
    title: invalid,
    heading: myData,
    body: (context) => (
      <AddressForm language={language} context={context} given={given} error={invalid} />
    ),
    next: null,
  })
}

/** The same whether or not anything is held, so that nobody can find out who has written to us. */
export const dataLinkSentPage = (language: Language) =>
  noticePage(language, words[language].linkSent)

/** After a second press of the button, or if the record of the link has expired. */
export const nothingLeftPage = (language: Language) =>
  noticePage(language, words[language].nothingLeft)

/** @param dataPath the page that it was opened from */
export const erasePage = (language: Language, dataPath: string) => {
  const { title, warning, erase, keep } = words[language].erase
  return noticePage(language, {
    title,
    body: (
      <>
        <p>{warning}</p>
        <PostForm label={erase} tone="danger" />
      </>
    ),
    next: <NextStep href={dataPath}>{keep}</NextStep>,
  })
}

export const dataErasedPage = (language: Language) => noticePage(language, words[language].erased)

interface AddressFormProps {
  language: Language
  context: PageContext
  given?: string
  error?: string
}

function AddressForm({ language, context, given, error }: AddressFormProps) {
  const { send, finePrint } = words[language]
  const field = { ...emailField, language, id: 'my-data-email', defaultValue: given, error }
  return (
    <PostForm label={send} action={`${context.apiUrl}${localPath(language, routes.myData)}`}>
      <Field {...field} />
      <FinePrint>
        {finePrint} <SeePolicy language={language} />
      </FinePrint>
    </PostForm>
  )
}

const link = (language: Language, route: string, label: string) => (
  <a href={localPath(language, route)}>{label}</a>
)
const mailLink = <a href={`mailto:${site.email}`}>{site.email}</a>
const { unconfirmedMailsPerDay } = lifetimes

const words = {
  en: {
    myData: 'My data',
    enterAddress: `Enter your email address. If we hold any data about you, we'll email you a link to see, download or erase it. The link works for ${periodWords('en', 'dataLinkMinutes')}.`,
    invalid: 'Please enter a valid email address',
    send: 'Send me the link',
    finePrint: 'We use your address only to send the link.',
    linkSent: {
      title: 'Check your inbox',
      body: (
        <>
          <p>If we hold any data about this address, we'll email you a link.</p>
          <p>
            Nothing after a few minutes? Check your spam folder. We may hold nothing, or this
            address has had its {unconfirmedMailsPerDay} emails for today. Still stuck? Write to{' '}
            {mailLink}.
          </p>
        </>
      ),
    },
    nothingLeft: {
      title: 'Nothing left to erase',
      body: (
        <p>
          If you've already pressed the button, your data is gone. If you've signed up or written to
          us since, ask for a new link at {link('en', routes.myData, 'My data')}.
        </p>
      ),
    },
    erase: {
      title: 'Erase your data?',
      warning:
        "This permanently deletes everything this website holds about you, and ends any subscription. If you wrote to us, we'll delete your messages from our mailbox too. You can't undo it.",
      erase: 'Yes, erase my data',
      keep: 'Keep my data',
    },
    erased: {
      title: 'Your data has been erased',
      body: (
        <>
          <p>
            We keep only a coded fingerprint of your address for{' '}
            {periodWords('en', 'erasureHashDays')}, so that we can erase it again if we restore a
            backup. Older backups are deleted by then.
          </p>
          <p>If you wrote to us, we'll delete your messages from our mailbox too.</p>
        </>
      ),
    },
  },
  it: {
    myData: 'I miei dati',
    enterAddress: `Basta inserire il proprio indirizzo email. Se conserviamo dei dati, arriverà un link per vederli, scaricarli o cancellarli. Il link è valido per ${periodWords('it', 'dataLinkMinutes')}.`,
    invalid: 'Inserire un indirizzo email valido',
    send: 'Inviami il link',
    finePrint: 'L’indirizzo serve solo per inviare il link.',
    linkSent: {
      title: 'Richiesta ricevuta',
      body: (
        <>
          <p>Se conserviamo dati su questo indirizzo, arriverà un’email con il link.</p>
          <p>
            Ancora niente dopo qualche minuto? Il messaggio potrebbe essere nella posta
            indesiderata. È anche possibile che non conserviamo nulla, o che per oggi l’indirizzo
            abbia già ricevuto le sue {unconfirmedMailsPerDay} email. Per qualsiasi difficoltà:{' '}
            {mailLink}.
          </p>
        </>
      ),
    },
    nothingLeft: {
      title: 'Non c’è più nulla da cancellare',
      body: (
        <p>
          Se il pulsante è già stato premuto, i dati non ci sono più. Dopo una nuova iscrizione o un
          nuovo messaggio serve un altro link: si chiede nella pagina{' '}
          {link('it', routes.myData, 'I miei dati')}.
        </p>
      ),
    },
    erase: {
      title: 'Cancellare i dati?',
      warning:
        'Tutto ciò che questo sito conserva sull’indirizzo viene eliminato per sempre, e ogni iscrizione termina. Eventuali messaggi verranno eliminati anche dalla nostra casella di posta. L’operazione è irreversibile.',
      erase: 'Sì, cancella i miei dati',
      keep: 'No, conserva i miei dati',
    },
    erased: {
      title: 'I dati sono stati cancellati',
      body: (
        <>
          <p>
            Per {periodWords('it', 'erasureHashDays')} resta solo un’impronta crittografica
            dell’indirizzo, per ripetere la cancellazione se ripristiniamo un backup. I backup
            precedenti vengono eliminati entro lo stesso termine.
          </p>
          <p>Eventuali messaggi verranno eliminati anche dalla nostra casella di posta.</p>
        </>
      ),
    },
  },
} satisfies Words
