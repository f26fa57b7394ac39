import { routes } from '#routes.ts'
import type { Page } from '../page.ts'
import { BackHome, Notice } from '../parts/notice.tsx'

export const notFoundPage: Page = {
  path: routes.notFound,
  title: 'Page not found',
  description: 'There is no page at this address.',
  unlisted: true,
  render: () => (
    <Notice title="This row is empty.">
      <p>There is no page at this address. It may have moved, or the link has a typing mistake.</p>
      <BackHome />
    </Notice>
  ),
}
