import { oncePerLanguage, type Language, type Words } from '#language.ts'
import { localPath, routes } from '#routes.ts'
import { noticePage } from '#site/parts/notice.tsx'
import { PostForm } from '#site/parts/post-form.tsx'

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

/** Also on the page after "This wasn't me". */
export const seeOrErase = {
  en: (
    <p>
      To see or erase what we hold about you, go to <a href={myData('en')}>My data</a>.
    </p>
  ),
  it: (
    <p>
      Per vedere o cancellare i dati che conserviamo c’è la pagina{' '}
      <a href={myData('it')}>I miei dati</a>.
    </p>
  ),
}

const words = {
  en: {
    unsubscribe: {
      title: 'Unsubscribe',
      body: <p>Press the button to stop the newsletter.</p>,
      label: 'Unsubscribe',
    },
    unsubscribed: {
      title: "You've unsubscribed",
      body: (
        <>
          <p>
            We won't send you any more newsletters. If you change your mind, you can{' '}
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
          If you've signed up again, use the link in a more recent email, or{' '}
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
            At <a href={myData('en')}>My data</a> you can ask for a new link, to see or erase what
            we hold about you, newsletter included.
          </p>
        </>
      ),
    },
  },
  it: {
    unsubscribe: {
      title: 'Annulla l’iscrizione',
      body: <p>Basta un clic sul pulsante per non ricevere più la newsletter.</p>,
      label: 'Annulla l’iscrizione',
    },
    unsubscribed: {
      title: 'Iscrizione annullata',
      body: (
        <>
          <p>
            La newsletter non arriverà più a questo indirizzo. In caso di ripensamento ci si può{' '}
            <a href={signup('it')}>iscrivere di nuovo</a> in qualsiasi momento.
          </p>
          {seeOrErase.it}
        </>
      ),
    },
    notSubscribed: {
      title: 'Questa iscrizione è già terminata',
      body: (
        <p>
          Per annullare un’iscrizione più recente serve il link nell’ultima email ricevuta, oppure
          la pagina <a href={myData('it')}>I miei dati</a>.
        </p>
      ),
    },
    expiredLink: {
      title: 'Questo link non funziona più',
      body: (
        <>
          <p>Forse è scaduto, oppure ne manca una parte.</p>
          <p>
            Per ricevere la newsletter ci si può <a href={signup('it')}>iscrivere di nuovo</a>.
          </p>
          <p>
            Nella pagina <a href={myData('it')}>I miei dati</a> si può chiedere un nuovo link per
            vedere o cancellare tutto ciò che conserviamo, newsletter compresa.
          </p>
        </>
      ),
    },
  },
} satisfies Words
