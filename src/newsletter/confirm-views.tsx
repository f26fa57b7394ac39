import { site } from '#content/content.ts'
import { periodWords } from '#content/periods.ts'
import type { Language, Words } from '#language.ts'
import { ConfirmationLine } from '#site/parts/consent-line.tsx'
import { FinishedLandscape } from '#site/parts/hero-picture.tsx'
import { noticePage } from '#site/parts/notice.tsx'
import { FinePrint, PostForm } from '#site/parts/post-form.tsx'
import { seeOrErase } from './subscription-views.tsx'

// Opening a link changes nothing, because mail scanners do that too. Only the button acts, and no script presses it.

export const confirmPage = (language: Language) => {
  const { title, body, label } = words[language].confirm
  return noticePage(language, {
    title,
    box: 'empty',
    body: (
      <>
        <p>{body}</p>
        <FinePrint>
          <ConfirmationLine language={language} />
        </FinePrint>
      </>
    ),
    next: <PostForm label={label} />,
  })
}

export const confirmedPage = (language: Language) =>
  noticePage(language, {
    ...words[language].confirmed,
    box: 'ticked',
    picture: <FinishedLandscape />,
    endsInPicture: true,
  })

export const notMePage = (language: Language) => {
  const { title, body, label } = words[language].notMe
  return noticePage(language, { title, body, next: <PostForm label={label} /> })
}

export const notMeDonePage = (language: Language) => noticePage(language, words[language].notMeDone)

const promise = site.launched
  ? "we'll email you what comes next."
  : "we'll email you when we launch."

const promessa = site.launched
  ? 'le prossime novità arriveranno via email.'
  : 'il giorno del lancio arriverà un’email.'

const words = {
  en: {
    confirm: {
      title: 'Last step: press the button',
      body: `You're not on the list yet. Press once and ${promise}`,
      label: 'Yes, sign me up',
    },
    confirmed: {
      title: "You're on the list.",
      body: (
        <>
          <p>That's it, nothing more to do.</p>
          <p>{promise.replace(/^we/, 'We')}</p>
        </>
      ),
    },
    notMe: {
      title: "This wasn't me",
      body: (
        <p>
          Press the button, and we'll cancel the signup. For {periodWords('en', 'notMeDays')} we
          won't email this address about signups, whoever enters it.
        </p>
      ),
      label: 'Cancel the signup',
    },
    notMeDone: {
      title: 'The signup is cancelled',
      body: (
        <>
          <p>
            Thanks for telling us. For {periodWords('en', 'notMeDays')} we won't email this address
            about signups.
          </p>
          {seeOrErase.en}
        </>
      ),
    },
  },
  it: {
    confirm: {
      title: 'Ultimo passo: un\u00a0clic sul\u00a0pulsante',
      body: `L’iscrizione non è ancora completa. Basta un clic e ${promessa}`,
      label: 'Sì, iscrivimi',
    },
    confirmed: {
      title: 'Iscrizione completata.',
      body: (
        <>
          <p>È tutto: non serve fare altro.</p>
          <p>{promessa.replace(/^[il]/, (letter) => letter.toUpperCase())}</p>
        </>
      ),
    },
    notMe: {
      title: 'Non è una mia richiesta',
      body: (
        <p>
          Con un clic sul pulsante la richiesta di iscrizione viene annullata. Per{' '}
          {periodWords('it', 'notMeDays')} questo indirizzo non riceverà richieste di conferma,
          chiunque lo inserisca.
        </p>
      ),
      label: 'Annulla la richiesta',
    },
    notMeDone: {
      title: 'Richiesta annullata',
      body: (
        <>
          <p>
            Grazie della segnalazione. Per {periodWords('it', 'notMeDays')} questo indirizzo non
            riceverà richieste di conferma.
          </p>
          {seeOrErase.it}
        </>
      ),
    },
  },
} satisfies Words
