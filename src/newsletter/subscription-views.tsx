import { site } from '#content/content.ts'
import { periodWords } from '#content/periods.ts'
import { routes } from '#routes.ts'
import { ConfirmationLine } from '#site/parts/consent-line.tsx'
import { noticePage } from '#site/parts/notice.tsx'
import { FinePrint, PostForm } from '#site/parts/post-form.tsx'

// Opening a link changes nothing, because mail scanners do that too. Only the button acts, and no script presses it.

const promise = site.launched
  ? "we'll email you what comes next."
  : "we'll email you when we launch."

export const confirmPage = noticePage('en', {
  title: 'Last step: press the button',
  body: (
    <>
      <p>You're not on the list yet. Press once and {promise}</p>
      <FinePrint>
        <ConfirmationLine language="en" />
      </FinePrint>
    </>
  ),
  next: <PostForm label="Yes, sign me up" />,
})

export const confirmedPage = noticePage('en', {
  title: "You're on the list.",
  body: (
    <>
      <p>That's it, nothing more to do.</p>
      <p>{promise.replace(/^we/, 'We')}</p>
    </>
  ),
})

export const unsubscribePage = noticePage('en', {
  title: 'Unsubscribe',
  body: <p>Press the button to stop the newsletter.</p>,
  next: <PostForm label="Unsubscribe" />,
})

export const unsubscribedPage = noticePage('en', {
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

export const notMePage = noticePage('en', {
  title: "This wasn't me",
  body: (
    <p>
      Press the button, and we'll cancel the signup. For {periodWords('en', 'notMeDays')} we won't
      email this address about signups, whoever enters it.
    </p>
  ),
  next: <PostForm label="Cancel the signup" />,
})

export const notMeDonePage = noticePage('en', {
  title: 'The signup is cancelled',
  body: (
    <>
      <p>
        Thanks for telling us. For {periodWords('en', 'notMeDays')} we won't email this address
        about signups.
      </p>
      <p>
        To see or erase what we hold about you, go to <a href={routes.myData}>My data</a>.
      </p>
    </>
  ),
})

/** For a link from before an erasure. A later signup has another link. */
export const notSubscribedPage = noticePage('en', {
  title: 'This subscription has already ended',
  body: (
    <p>
      If you've signed up again, use the link in a more recent email, or{' '}
      <a href={routes.myData}>My data</a>.
    </p>
  ),
})

/** The same for every wrong, expired, used or forged link: it tells nobody anything. */
export const expiredLinkPage = noticePage('en', {
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
