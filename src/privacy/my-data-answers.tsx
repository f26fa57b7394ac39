import { lifetimes } from '#lifetimes.ts'
import { routes } from '#routes.ts'
import { noticePage } from '#site/parts/notice.tsx'
import { PostButton } from '#site/parts/post-button.tsx'

// What the my-data page asks and says on the way.

export const erasePage = noticePage({
  path: routes.myData,
  title: 'Erase everything?',
  description: 'Delete all that this website holds about your address.',
  isBehindMailLink: true,
  body: (
    <p>
      This deletes all that the database of this website holds about your address. Nobody can bring
      it back by a link.
    </p>
  ),
  next: <PostButton label="Erase everything for good" />,
})

export const dataErasedPage = noticePage({
  path: routes.myData,
  title: 'Erased',
  heading: 'Erased.',
  description: 'Your data are gone.',
  isBehindMailLink: true,
  body: (
    <>
      <p>
        The database of this website holds nothing about your address any more, but for a keyed
        hash, for {lifetimes.erasureHashDays} days, with which the erasure is repeated should a
        backup be restored. Backups are gone after that time.
      </p>
      <p>If you wrote to us, we have been asked to delete your messages from our mailbox too.</p>
    </>
  ),
})

export const correctedPage = noticePage({
  path: routes.myData,
  title: 'Corrected',
  heading: 'Corrected.',
  description: 'Your data are put right.',
  isBehindMailLink: true,
  body: (
    <>
      <p>
        If you gave a new address for the newsletter, we have sent a confirmation link to it. The
        newsletter goes there once you have confirmed, and no longer to the old address.
      </p>
      <p>If you wrote to us, we have been asked to mind it in our mailbox too.</p>
    </>
  ),
})
