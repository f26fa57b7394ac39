import { site } from '#content/content.ts'
import { periodWords } from '#content/periods.ts'
import type { Language, Words } from '#language.ts'
import { unconfirmedMailsPerDay } from '#personal-data.ts'
import { localPath, routes } from '#routes.ts'
import { Field } from '#site/islands/field.tsx'
import { emailField } from '#submission-fields.ts'
import type { PageContext } from '#site/page.ts'
import { SeePolicy } from '#site/consent-texts.tsx'
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
  const { title, warning, remains, otherWays, wish, erase, keep } = words[language].erase
  return noticePage(language, {
    title,
    body: (
      <>
        <p>{warning}</p>
        <p>{remains}</p>
        <p>{otherWays}</p>
        <p>{wish}</p>
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
const words = {
  en: {
    myData: 'My data',
    enterAddress: `Enter your email address. If this website holds any data about it, we’ll email you a link to see, download or erase that data. The link works for ${periodWords('en', 'dataLinkMinutes')}.`,
    invalid: 'Please enter a valid email address',
    send: 'Send me the link',
    finePrint: 'We use your address only to send the link, and to prevent abuse.',
    linkSent: {
      title: 'Check your inbox',
      body: (
        <>
          <p>If this website holds any data about this address, we’ll email you a link.</p>
          <p>
            Nothing after a few minutes? Check your spam folder. This website may hold nothing,
            email to this address may be blocked, or the address may have reached its limit of
            emails in 24 hours ({unconfirmedMailsPerDay} at most). Still stuck? Write to {mailLink}.
          </p>
        </>
      ),
    },
    nothingLeft: {
      title: 'Nothing left to erase',
      body: (
        <p>
          If you’ve already pressed the button, your data is gone. If you’ve signed up or written to
          us since, ask for a new link on the {link('en', routes.myData, 'My data')} page.
        </p>
      ),
    },
    erase: {
      title: 'Erase your data?',
      warning:
        'This permanently deletes everything this website holds about this address, and ends its subscription. You can’t undo it.',
      remains: `Only a coded fingerprint of your address, and copies in backups, remain for up to ${periodWords('en', 'erasureHashDays')}.`,
      otherWays: (
        <>
          What was entered with another address, or a variant of this one, stays. If you used the
          contact form, we’ll delete your messages from our mailbox too, unless a contract, a legal
          duty or a claim requires us to keep them. What you sent us in other ways, such as a reply
          to a newsletter, is not on this website. To have it deleted, write to {mailLink}.
        </>
      ),
      wish: (
        <>
          If you’ve switched on “No more email”, this removes that choice too, so we may email you
          if someone enters your address again. To have your data erased and get no more email,
          write to {mailLink}.
        </>
      ),
      erase: 'Yes, erase my data',
      keep: 'Keep my data',
    },
    erased: {
      title: 'Your data has been erased',
      body: (
        <>
          <p>
            We keep only a coded fingerprint of your address for{' '}
            {periodWords('en', 'erasureHashDays')}, so that we can erase your data again if we
            restore a backup. Older backups are deleted by then.
          </p>
          <p>
            If you used the contact form, we’ll delete your messages from our mailbox too, unless a
            contract, a legal duty or a claim requires us to keep them. If you’d like us to delete
            what you sent us in other ways, such as a reply to a newsletter, write to {mailLink}.
          </p>
        </>
      ),
    },
  },
  it: {
    myData: 'I miei dati',
    enterAddress: `Inserisci il tuo indirizzo email. Se il sito conserva dati legati a questo indirizzo, ti invieremo un link per vederli, scaricarli o cancellarli. Il link è valido per ${periodWords('it', 'dataLinkMinutes')}.`,
    invalid: 'Inserisci un indirizzo email valido',
    send: 'Inviami il link',
    finePrint: 'Usiamo il tuo indirizzo solo per inviarti il link e per prevenire abusi.',
    linkSent: {
      title: 'Controlla la posta',
      body: (
        <>
          <p>
            Se il sito conserva dati legati a questo indirizzo, ti invieremo un’email con il link.
          </p>
          <p>
            Ancora niente dopo qualche minuto? Guarda nella cartella spam. Può anche darsi che il
            sito non conservi nulla, che le email a questo indirizzo siano bloccate o che
            l’indirizzo abbia raggiunto il limite di email in 24 ore (al massimo{' '}
            {unconfirmedMailsPerDay}). Non hai risolto? Scrivi a {mailLink}.
          </p>
        </>
      ),
    },
    nothingLeft: {
      title: 'Non c’è più nulla da cancellare',
      body: (
        <p>
          Se hai già premuto il pulsante, i tuoi dati non ci sono più. Se nel frattempo ci hai
          scritto o hai fatto una nuova iscrizione, chiedi un altro link nella pagina{' '}
          {link('it', routes.myData, 'I miei dati')}.
        </p>
      ),
    },
    erase: {
      title: 'Vuoi cancellare i tuoi dati?',
      warning:
        'Tutto ciò che questo sito conserva in relazione a questo indirizzo viene eliminato per sempre, e la sua eventuale iscrizione termina. Non potrai tornare indietro.',
      remains: `Restano, per ${periodWords('it', 'erasureHashDays')} al massimo, solo un’impronta crittografica del tuo indirizzo e le copie nei backup.`,
      otherWays: (
        <>
          Non viene cancellato quanto è stato inserito con un altro indirizzo o con una variante di
          questo. Se hai usato il modulo di contatto, elimineremo i tuoi messaggi anche dalla nostra
          casella di posta, salvo che un contratto, un obbligo di legge o una controversia ci
          imponga di conservarli. Ciò che ci hai inviato in altro modo, per esempio rispondendo alla
          newsletter, non è su questo sito: per farlo eliminare, scrivi a {mailLink}.
        </>
      ),
      wish: (
        <>
          Se hai attivato «Niente più email», si cancella anche questa scelta: se qualcuno inserirà
          di nuovo il tuo indirizzo, potresti ricevere una nostra email. Se vuoi cancellare i dati e
          non ricevere più email, scrivi a {mailLink}.
        </>
      ),
      erase: 'Sì, cancella i miei dati',
      keep: 'No, conserva i miei dati',
    },
    erased: {
      title: 'I tuoi dati sono stati cancellati',
      body: (
        <>
          <p>
            Per {periodWords('it', 'erasureHashDays')} conserviamo solo un’impronta crittografica
            del tuo indirizzo, per ripetere la cancellazione se ripristiniamo un backup. Entro lo
            stesso termine eliminiamo i backup precedenti.
          </p>
          <p>
            Se hai usato il modulo di contatto, elimineremo i tuoi messaggi anche dalla nostra
            casella di posta, salvo che un contratto, un obbligo di legge o una controversia ci
            imponga di conservarli. Per far eliminare ciò che ci hai inviato in altro modo, per
            esempio rispondendo alla newsletter, scrivi a {mailLink}.
          </p>
        </>
      ),
    },
  },
} satisfies Words
