import { routes } from '#routes.ts'
import { noticePage } from '../parts/notice.tsx'

export const notFoundPage = noticePage({
  path: routes.notFound,
  title: 'Page not found',
  heading: 'This row is empty.',
  body: (
    <p>There is no page at this address. It may have moved, or the link has a typing mistake.</p>
  ),
})
