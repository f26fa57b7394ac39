import { site } from '#content/content.ts'
import { routes } from '#routes.ts'
import type { Page } from '#site/page.ts'
import { ConfirmationLine } from '#site/parts/consent-line.tsx'
import { FinePrint } from '#site/parts/fine-print.tsx'
import { BackHome, Notice } from '#site/parts/notice.tsx'
import { PostButton } from '#site/parts/post-button.tsx'

// Where the links in mail lead. Opening one changes nothing: mail scanners do that too. The button acts.

export const confirmPage: Page = {
  path: routes.confirm,
  title: 'Confirm your signup',
  description: 'One press of the button, and you are on the list.',
  unlisted: true,
  isBehindMailLink: true,
  render: () => (
    <Notice title="Confirm your signup">
      <p>
        One press of the button, and you will be among the first to know{' '}
        {site.launched ? 'what comes next' : 'when we launch'}.
      </p>
      <FinePrint>
        <ConfirmationLine />
      </FinePrint>
      <PostButton label="Confirm my signup" />
    </Notice>
  ),
}

export const confirmedPage: Page = {
  path: routes.confirm,
  title: 'You are on the list',
  description: 'Your signup is confirmed.',
  unlisted: true,
  isBehindMailLink: true,
  render: () => (
    <Notice title="You are on the list.">
      <p>Your signup is confirmed. We will write to you when there is news.</p>
      <BackHome />
    </Notice>
  ),
}

export const unsubscribePage: Page = {
  path: routes.unsubscribe,
  title: 'Unsubscribe',
  description: 'Leave the newsletter.',
  unlisted: true,
  isBehindMailLink: true,
  render: () => (
    <Notice title="Unsubscribe">
      <p>One press of the button, and the newsletter stops.</p>
      <PostButton label="Unsubscribe" />
    </Notice>
  ),
}

export const unsubscribedPage: Page = {
  path: routes.unsubscribe,
  title: 'You are unsubscribed',
  description: 'The newsletter no longer reaches you.',
  unlisted: true,
  isBehindMailLink: true,
  render: () => (
    <Notice title="You are unsubscribed.">
      <p>
        You will get no more newsletters from us. If you change your mind, you can{' '}
        <a href={`${routes.home}#newsletter`}>sign up again</a> at any time.
      </p>
      <p>
        To see or erase what we hold about you, go to <a href={routes.myData}>My data</a>.
      </p>
    </Notice>
  ),
}

/** One answer for every link that is wrong, old, used up or made up: it tells a stranger nothing. */
export const expiredLinkPage: Page = {
  path: routes.notFound,
  title: 'This link no longer works',
  description: 'The link is too old, or not complete.',
  unlisted: true,
  isBehindMailLink: true,
  render: () => (
    <Notice title="This link no longer works.">
      <p>It may be too old, or a part of it was lost on its way to your browser.</p>
      <p>
        To join the newsletter, <a href={`${routes.home}#newsletter`}>sign up again</a>.
      </p>
      <p>
        At <a href={routes.myData}>My data</a> you can ask for a new link, to see, change or erase
        what we hold about you, newsletter included.
      </p>
      <BackHome />
    </Notice>
  ),
}
