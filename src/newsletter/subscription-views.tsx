import { site } from '#content/content.ts'
import { routes } from '#routes.ts'
import { ConfirmationLine } from '#site/parts/consent-line.tsx'
import { noticePage } from '#site/parts/notice.tsx'
import { FinePrint, PostForm } from '#site/parts/post-form.tsx'

// Where the links in mail lead. Opening one changes nothing: mail scanners do that too. The button acts.

export const confirmPage = noticePage({
  title: 'Confirm your signup',
  body: (
    <>
      <p>
        One press of the button, and you will be among the first to know{' '}
        {site.launched ? 'what comes next' : 'when we launch'}.
      </p>
      <FinePrint>
        <ConfirmationLine />
      </FinePrint>
    </>
  ),
  next: <PostForm label="Confirm my signup" />,
})

export const confirmedPage = noticePage({
  title: 'You are on the list.',
  body: <p>Your signup is confirmed. We will write to you when there is news.</p>,
})

export const unsubscribePage = noticePage({
  title: 'Unsubscribe',
  body: <p>One press of the button, and the newsletter stops.</p>,
  next: <PostForm label="Unsubscribe" />,
})

export const unsubscribedPage = noticePage({
  title: 'You are unsubscribed.',
  body: (
    <>
      <p>
        You will get no more newsletters from us. If you change your mind, you can{' '}
        <a href={`${routes.home}#newsletter`}>sign up again</a> at any time.
      </p>
      <p>
        To see or erase what we hold about you, go to <a href={routes.myData}>My data</a>.
      </p>
    </>
  ),
  next: null,
})

/** A link of before an erasure: whoever has signed up again since has another. */
export const notSubscribedPage = noticePage({
  title: 'This link belongs to no subscription any more.',
  body: (
    <p>
      The one that it was for has ended. If you have signed up again since, use the link in a newer
      letter, or <a href={routes.myData}>My data</a>.
    </p>
  ),
})

/** One answer for every link that is wrong, old, used up or made up: it tells a stranger nothing. */
export const expiredLinkPage = noticePage({
  title: 'This link no longer works.',
  body: (
    <>
      <p>It may be too old, or a part of it was lost on its way to your browser.</p>
      <p>
        To join the newsletter, <a href={`${routes.home}#newsletter`}>sign up again</a>.
      </p>
      <p>
        At <a href={routes.myData}>My data</a> you can ask for a new link, to see or erase what we
        hold about you, newsletter included.
      </p>
    </>
  ),
})
