import { routes } from '#routes.ts'
import Text from '../../../content/terms.mdx'
import type { Page } from '../page.ts'
import { LegalText } from './legal-text.tsx'

export const termsPage: Page = {
  path: routes.terms,
  title: 'Terms & Conditions',
  description: 'The terms for using this website: no account, no payment, Italian law.',
  render: () => <LegalText title="Terms & Conditions" Text={Text} />,
}
