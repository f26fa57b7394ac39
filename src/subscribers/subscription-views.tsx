import type { Launched } from '#content/launch.ts'
import { periodWords } from '#content/periods.ts'
import { oncePerLanguage, type Language, type Words } from '#language.ts'
import { localPath, routes } from '#routes.ts'
import { ConfirmationLine, frequencyPromise, ShownTexts } from '#site/consent-texts.tsx'
import { FinishedLandscape } from '#site/parts/hero-picture.tsx'
import { LatestLetter } from '#site/parts/newsletter-card.tsx'
import { confirmationButton } from '#site/signup-hint.ts'
import { noticePage } from '#site/parts/notice.tsx'
import { ButtonLink, FinePrint, PostForm } from '#site/parts/post-form.tsx'

// Opening a link changes nothing, because mail scanners do that too. Only the button acts, and no script presses it.

export const confirmPage = (language: Language, launched: Launched) => {
  const { title, body } = words[language].confirm
  return noticePage(language, {
    title,
    box: 'empty',
    body: (
      <>
        <p>
          {body} {frequencyPromise(language, launched)}
        </p>
        <FinePrint>
          <ConfirmationLine language={language} launched={launched} />
        </FinePrint>
      </>
    ),
    next: (
      <PostForm
        label={confirmationButton(language)}
        hidden={<ShownTexts language={language} launched={launched} step="confirmation" />}
      />
    ),
  })
}

/** The launch letter doesn't reach anybody who confirms after it has gone out, so this page leads to the tool. */
export const confirmedPage = (language: Language, launched: Launched) => {
  const { title, nothingMore, openTool } = words[language].confirmed
  return noticePage(language, {
    title,
    box: 'ticked',
    body: (context) => (
      <>
        <p>{nothingMore}</p>
        <p>
          {frequencyPromise(language, launched)}{' '}
          <LatestLetter language={language} context={context} />
        </p>
      </>
    ),
    ...(launched && { next: <ButtonLink href={launched.url}>{openTool}</ButtonLink> }),
    picture: <FinishedLandscape />,
    endsInPicture: true,
  })
}

export const notMePage = (language: Language) => {
  const { title, body, label } = words[language].notMe
  return noticePage(language, { title, body, next: <PostForm label={label} /> })
}

export const notMeDonePage = (language: Language) => noticePage(language, words[language].notMeDone)

export const unsubscribePage = (language: Language) => {
  const { title, body, label } = words[language].unsubscribe
  return noticePage(language, { title, body, next: <PostForm label={label} /> })
}

export const unsubscribedPage = (language: Language) =>
  noticePage(language, { ...words[language].unsubscribed, next: null })

/** For a link from before an erasure. A later signup has another link. */
export const notSubscribedPage = (language: Language) =>
  noticePage(language, words[language].notSubscribed)

/** The same for every wrong, expired, used or forged link, so that it reveals nothing. */
export const expiredLinkPage = oncePerLanguage((language) =>
  noticePage(language, words[language].expiredLink),
)

const signup = (language: Language) => localPath(language, `${routes.home}#newsletter`)
const myData = (language: Language) => localPath(language, routes.myData)

const seeOrErase = {
  en: (
    <p>
      To see or erase what we hold about you, go to <a href={myData('en')}>My data</a>.
    </p>
  ),
  it: (
    <p>
      Per vedere o cancellare i dati che conserviamo su di te, vai alla pagina{' '}
      <a href={myData('it')}>I miei dati</a>.
    </p>
  ),
}

const words = {
  en: {
    confirm: {
      title: 'Last step: press the button',
      body: 'You’ll be on the list once you press the button.',
    },
    confirmed: {
      title: 'You’re on the list.',
      nothingMore: 'That’s it. There’s nothing more to do.',
      openTool: 'Open the tool',
    },
    notMe: {
      title: 'This wasn’t me',
      body: (
        <p>
          Press the button, and we’ll cancel the signup. For {periodWords('en', 'notMeDays')} we
          won’t email this address about signups, whoever enters it. If you also told us this
          between 24 hours and {periodWords('en', 'notMeRecordDays')} ago, we’ll switch on “No more
          email” too: this website will send only links to your data, when someone asks for one. You
          can allow email again through the <a href={myData('en')}>My data</a> page.
        </p>
      ),
      label: 'Cancel the signup',
    },
    notMeDone: {
      title: 'The signup is cancelled',
      body: (
        <>
          <p>
            Thanks for telling us. For {periodWords('en', 'notMeDays')} we won’t email this address
            about signups. If you also told us this between 24 hours and{' '}
            {periodWords('en', 'notMeRecordDays')} ago, “No more email” is now on: this website will
            send only links to your data, when someone asks for one.
          </p>
          {seeOrErase.en}
        </>
      ),
    },
    unsubscribe: {
      title: 'Unsubscribe',
      body: <p>Press the button to stop getting the newsletter.</p>,
      label: 'Unsubscribe',
    },
    unsubscribed: {
      title: 'You’ve unsubscribed',
      body: (
        <>
          <p>
            We won’t send you any more newsletters. If you change your mind, you can{' '}
            <a href={signup('en')}>sign up again</a> at any time.
          </p>
          {seeOrErase.en}
        </>
      ),
    },
    notSubscribed: {
      title: 'This subscription has already ended',
      body: (
        <p>
          If you’ve signed up again, use the link in a more recent email, or go to{' '}
          <a href={myData('en')}>My data</a>.
        </p>
      ),
    },
    expiredLink: {
      title: 'This link no longer works',
      body: (
        <>
          <p>It may have expired, or part of it may be missing.</p>
          <p>
            To join the newsletter, <a href={signup('en')}>sign up again</a>.
          </p>
          <p>
            To unsubscribe, or to see or erase what we hold about you, get a new link on the{' '}
            <a href={myData('en')}>My data</a> page.
          </p>
        </>
      ),
    },
  },
  it: {
    confirm: {
      title: 'Ultimo passo: premi il\u00a0pulsante',
      body: 'L’iscrizione è completa solo quando premi il pulsante.',
    },
    confirmed: {
      title: 'Iscrizione completata.',
      nothingMore: 'È tutto: non devi fare altro.',
      openTool: 'Apri lo strumento',
    },
    notMe: {
      title: 'Non è una mia richiesta',
      body: (
        <p>
          Premi il pulsante e annulleremo la richiesta di iscrizione. Per{' '}
          {periodWords('it', 'notMeDays')} non invieremo richieste di conferma a questo indirizzo,
          chiunque lo inserisca. Se ce l’avevi già segnalato negli ultimi{' '}
          {periodWords('it', 'notMeRecordDays')}, ma più di 24 ore fa, attiveremo anche «Niente più
          email»: il sito invierà solo i link ai tuoi dati, quando qualcuno li chiede. Puoi
          riattivare le email tramite la pagina <a href={myData('it')}>I miei dati</a>.
        </p>
      ),
      label: 'Annulla la richiesta',
    },
    notMeDone: {
      title: 'Richiesta annullata',
      body: (
        <>
          <p>
            Grazie della segnalazione. Per {periodWords('it', 'notMeDays')} non invieremo richieste
            di conferma a questo indirizzo. Se ce l’avevi già segnalato negli ultimi{' '}
            {periodWords('it', 'notMeRecordDays')}, ma più di 24 ore fa, ora è attivo «Niente più
            email»: il sito invierà solo i link ai tuoi dati, quando qualcuno li chiede.
          </p>
          {seeOrErase.it}
        </>
      ),
    },
    unsubscribe: {
      title: 'Annulla l’iscrizione',
      body: <p>Premi il pulsante per non ricevere più la newsletter.</p>,
      label: 'Annulla l’iscrizione',
    },
    unsubscribed: {
      title: 'Iscrizione annullata',
      body: (
        <>
          <p>
            Non ti invieremo più la newsletter. Se cambi idea, puoi{' '}
            <a href={signup('it')}>iscriverti di nuovo</a> in qualsiasi momento.
          </p>
          {seeOrErase.it}
        </>
      ),
    },
    notSubscribed: {
      title: 'Questa iscrizione è già terminata',
      body: (
        <p>
          Se nel frattempo hai fatto una nuova iscrizione, usa il link in un’email più recente,
          oppure la pagina <a href={myData('it')}>I miei dati</a>.
        </p>
      ),
    },
    expiredLink: {
      title: 'Questo link non funziona più',
      body: (
        <>
          <p>Forse è scaduto, oppure ne manca una parte.</p>
          <p>
            Per ricevere la newsletter, <a href={signup('it')}>iscriviti di nuovo</a>.
          </p>
          <p>
            Per annullare l’iscrizione, o per vedere o cancellare i dati che conserviamo su di te,
            chiedi un nuovo link nella pagina <a href={myData('it')}>I miei dati</a>.
          </p>
        </>
      ),
    },
  },
} satisfies Words
