import { site } from '#content/content.ts'
import { periodWords } from '#content/periods.ts'
import { routes } from '#routes.ts'
import { ConfirmationLine } from '#site/parts/consent-line.tsx'
import { FinishedLandscape } from '#site/parts/hero-picture.tsx'
import { noticePage } from '#site/parts/notice.tsx'
import { FinePrint, PostForm } from '#site/parts/post-form.tsx'

// Opening a link changes nothing, because mail scanners do that too. Only the button acts, and no script presses it.

const promise = site.launched
  ? "we'll email you what comes next."
  : "we'll email you when we launch."

export const confirmPage = noticePage({
  title: 'Last step: press the button',
  box: 'empty',
  body: (
    <>
      <p>You're not on the list yet. Press once and {promise}</p>
      <FinePrint>
        <ConfirmationLine />
      </FinePrint>
    </>
  ),
  next: <PostForm label="Yes, sign me up" />,
})

export const confirmedPage = noticePage({
  title: "You're on the list.",
  box: 'ticked',
  endsInPicture: true,
  body: (
    <>
      <p>That's it, nothing more to do.</p>
      <p>{promise.replace(/^we/, 'We')}</p>
    </>
  ),
  picture: <FinishedLandscape />,
})

export const unsubscribePage = noticePage({
  title: 'Unsubscribe',
  body: <p>Press the button to stop the newsletter.</p>,
  next: <PostForm label="Unsubscribe" />,
})

export const unsubscribedPage = noticePage({
  title: "You've unsubscribed",
  body: (
    <>
      <p>
        We won't send you any more newsletters. If you change your mind, you can{' '}
        <a href={`${routes.home}#newsletter`}>sign up again</a> at any time.
      </p>
      <p>
        To see or erase what we hold about you, go to <a href={routes.myData}>My data</a>.
      </p>
    </>
  ),
  next: null,
})

export const notMePage = noticePage({
  title: "This wasn't me",
  body: (
    <p>
      Press the button, and we'll cancel the signup. For {periodWords('notMeDays')} we won't email
      this address about signups, whoever enters it.
    </p>
  ),
  next: <PostForm label="Cancel the signup" />,
})

export const notMeDonePage = noticePage({
  title: 'The signup is cancelled',
  body: (
    <>
      <p>
        Thanks for telling us. For {periodWords('notMeDays')} we won't email this address about
        signups.
      </p>
      <p>
        To see or erase what we hold about you, go to <a href={routes.myData}>My data</a>.
      </p>
    </>
  ),
})

/** For a link from before an erasure. A later signup has another link. */
export const notSubscribedPage = noticePage({
  title: 'This subscription has already ended',
  body: (
    <p>
      If you've signed up again, use the link in a more recent email, or{' '}
      <a href={routes.myData}>My data</a>.
    </p>
  ),
})

/** The same for every wrong, expired, used or forged link: it tells nobody anything. */
export const expiredLinkPage = noticePage({
  title: 'This link no longer works',
  body: (
    <>
      <p>It may have expired, or part of it may be missing.</p>
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
