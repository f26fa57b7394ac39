import { routes } from '#routes.ts'
import forms from '../islands/forms.module.css'
import type { Page } from '../page.ts'
import { Notice } from './notice.tsx'

// What the my-data page asks and says on the way.

export const erasePage: Page = {
  path: routes.myData,
  title: 'Erase everything?',
  description: 'Delete all that this website holds about your address.',
  unlisted: true,
  render: () => (
    <Notice title="Erase everything?">
      <p>This deletes all that we hold about your address. Nobody can bring it back.</p>
      <form method="post">
        <button className={forms.button} type="submit">
          Erase everything for good
        </button>
      </form>
    </Notice>
  ),
}

export const dataErasedPage: Page = {
  path: routes.myData,
  title: 'Erased',
  description: 'Your data are gone.',
  unlisted: true,
  render: () => (
    <Notice title="Erased.">
      <p>We no longer hold anything about your address.</p>
      <p>
        <a href={routes.home}>Back to the home page</a>
      </p>
    </Notice>
  ),
}

export const correctedPage: Page = {
  path: routes.myData,
  title: 'Corrected',
  description: 'Your data are put right.',
  unlisted: true,
  render: () => (
    <Notice title="Corrected.">
      <p>
        If you gave a new address for the newsletter, we have sent a confirmation link to it. The
        newsletter goes there once you have confirmed, and no longer to the old address.
      </p>
      <p>
        <a href={routes.home}>Back to the home page</a>
      </p>
    </Notice>
  ),
}
