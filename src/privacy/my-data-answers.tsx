import { lifetimes } from '#lifetimes.ts'
import { routes } from '#routes.ts'
import type { Page } from '#site/page.ts'
import { BackHome, Notice } from '#site/parts/notice.tsx'
import { PostButton } from '#site/parts/post-button.tsx'

// What the my-data page asks and says on the way.

export const erasePage: Page = {
  path: routes.myData,
  title: 'Erase everything?',
  description: 'Delete all that this website holds about your address.',
  unlisted: true,
  isBehindMailLink: true,
  render: () => (
    <Notice title="Erase everything?">
      <p>
        This deletes all that the database of this website holds about your address. Nobody can
        bring it back by a link.
      </p>
      <PostButton label="Erase everything for good" />
    </Notice>
  ),
}

export const dataErasedPage: Page = {
  path: routes.myData,
  title: 'Erased',
  description: 'Your data are gone.',
  unlisted: true,
  isBehindMailLink: true,
  render: () => (
    <Notice title="Erased.">
      <p>
        The database of this website holds nothing about your address any more, but for a keyed
        hash, for {lifetimes.erasureHashDays} days, with which the erasure is repeated should a
        backup be restored. Backups are gone after that time.
      </p>
      <p>If you wrote to us, we have been asked to delete your messages from our mailbox too.</p>
      <BackHome />
    </Notice>
  ),
}

export const correctedPage: Page = {
  path: routes.myData,
  title: 'Corrected',
  description: 'Your data are put right.',
  unlisted: true,
  isBehindMailLink: true,
  render: () => (
    <Notice title="Corrected.">
      <p>
        If you gave a new address for the newsletter, we have sent a confirmation link to it. The
        newsletter goes there once you have confirmed, and no longer to the old address.
      </p>
      <p>If you wrote to us, we have been asked to mind it in our mailbox too.</p>
      <BackHome />
    </Notice>
  ),
}
