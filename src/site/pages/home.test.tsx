import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { site } from '#content/content.ts'
import { pitchTexts } from '#content/pitch-texts.ts'
import { readContent } from '#content/read-content.ts'
import { pitch as rawPitch } from '../../../content/pitch.ts'
import { site as rawSite } from '../../../content/site.ts'
import { team as rawTeam } from '../../../content/team.ts'
import type { PageContext } from '../page.ts'
import { headlineOf, homePage } from './home.tsx'

const context: PageContext = {
  year: '2026',
  publicUrl: 'https://www.example.com',
  apiUrl: '',
  launched: false,
  islandModules: { newsletter: ['/n.js'], contact: ['/c.js'] },
}
const url = 'https://tool.example.com'
const escaped = (text: string) => renderToStaticMarkup(text)

for (const language of site.languages) {
  test.each([
    ['before', false, '#newsletter'],
    ['after', { url }, url],
  ] as const)(
    `%s launch day the home page (${language}) has the texts of that stage, and the example ends in a link`,
    (_name, launched, target) => {
      const texts = { ...pitchTexts(language, launched), showExample: true }
      const page = homePage(language, launched, texts)
      expect([page.title, page.description]).toEqual([texts.headline, texts.descriptions.home])
      const html = renderToStaticMarkup(page.render(context))
      const shown = html.replace(/<[^>]+>/g, '')
      for (const text of [
        texts.headline,
        texts.subline,
        texts.newsletter.text,
        texts.example.lead,
      ]) {
        expect(shown).toContain(escaped(text))
      }
      const toTool = html.split(`href="${url}">${escaped(texts.openTool)}<`)
      expect(toTool).toHaveLength(launched ? 3 : 1)
      expect(html.slice(html.lastIndexOf('<li'))).toContain(`<a href="${target}">`)
    },
  )
}

test('with showExample false the home page ends with the newsletter', () => {
  const texts = { ...pitchTexts('en', false), showExample: false }
  const html = renderToStaticMarkup(homePage('en', false, texts).render(context))
  expect(html).toContain(escaped(texts.newsletter.trust))
  expect(html).not.toContain(escaped(texts.example.title))
})

test.each([
  ['Simpler for you—coming soon.', 'coming soon.'],
  ['Più semplice: in arrivo.', 'in arrivo.'],
  ['Reporting: simpler for you—soon.', 'soon.'],
])('the headline "%s" keeps "%s" on one line', (title, end) => {
  const html = renderToStaticMarkup(headlineOf(title))
  expect(html).toMatch(new RegExp(`<span class="[^"]+">${end}</span>$`))
  expect(html.replace(/<[^>]+>/g, '')).toBe(title)
})

test('a headline whose end does not fit on one line may break anywhere', () => {
  const title = 'Simpler: and more than fits on one line.'
  expect(renderToStaticMarkup(headlineOf(title))).not.toContain('class=')
})

test.each([true, 'yes', { url: 'http://tool.example.com' }, {}])(
  'launched: %j is rejected as neither false nor an https URL',
  (launched) => {
    expect(() => readContent({ ...rawSite, launched }, rawTeam, rawPitch)).toThrow(
      /content\/site\.ts: launched.* must be/,
    )
  },
)
