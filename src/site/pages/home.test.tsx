import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { readContent } from '#content/read-content.ts'
import { site as rawSite } from '../../../content/site.ts'
import { team as rawTeam } from '../../../content/team.ts'
import { homeWords } from './home.tsx'

test('before the launch the home page has the texts of the specification', () => {
  const { site } = readContent({ ...rawSite, launched: false }, rawTeam)
  const { headline, subline, invitation } = homeWords('en', site.launched)
  const text = renderToStaticMarkup(headline).replace(/<[^>]+>/g, '')
  expect(text).toBe('Streamlined ESG reporting for your business—coming soon.')
  expect(subline).toBe('A revolution in compliance questionnaires is on its way.')
  expect(invitation).toBe('Stay updated and be the first one to know when we launch.')
})

test.each([
  ['en', 'Open the tool'],
  ['it', 'Apri lo strumento'],
] as const)('after the launch the home page (%s) has a button "%s"', (language, label) => {
  const launched = { url: 'https://tool.example.com' }
  const { site } = readContent({ ...rawSite, launched }, rawTeam)
  const { description, ...words } = homeWords(language, site.launched)
  const page = renderToStaticMarkup([
    description,
    words.headline,
    words.subline,
    words.tool,
    words.invitation,
  ])
  expect(page).toMatch(new RegExp(`<a class="[^"]+" href="https://tool.example.com">${label}<`))
  expect(page).not.toMatch(/coming soon|on its way|launch|arrivo|arrivare|arrivando|lancio/)
})

test('the Italian home page keeps the words after the colon together, before and after launch', () => {
  const url = 'https://tool.example.com'
  for (const [launched, after] of [
    [false, 'in arrivo.'],
    [{ url }, 'è online.'],
  ] as const) {
    const { headline } = homeWords('it', launched)
    expect(renderToStaticMarkup(headline)).toMatch(
      new RegExp(`: <span class="[^"]+">${after}</span>$`),
    )
  }
})

test.each([true, 'yes', { url: 'http://tool.example.com' }, {}])(
  'launched: %j is rejected as neither false nor an https URL',
  (launched) => {
    expect(() => readContent({ ...rawSite, launched }, rawTeam)).toThrow(
      /content\/site\.ts: launched.* must be/,
    )
  },
)
