import { routes } from '#routes.ts'
import Text from '../../../content/privacy.mdx'
import type { Page } from '../page.ts'
import { LegalText } from './legal-text.tsx'

export const privacyPage: Page = {
  path: routes.privacy,
  title: 'Privacy Policy',
  description:
    'What this website keeps about you, why, for how long, and how to see, correct or erase it. No cookies.',
  render: () => <LegalText title="Privacy Policy" Text={Text} />,
}
