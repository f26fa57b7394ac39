import { expect, test } from 'vitest'
import { homeTitles } from '#content/home-titles.ts'
import { checkContent, checkProcessors, checkSocialCard } from './check-content.ts'

test('sample values are listed by file and field', () => {
  const { level, message } = checkContent([
    'content/site.ts: brand',
    'content/team.ts: first founder: name',
    'content/team.ts: second founder: image',
    'content/letters/launch.md',
  ])
  expect(level).toBe('failure')
  expect(message.split('\n').slice(1)).toEqual([
    'content/site.ts: brand',
    'content/team.ts: first founder: name, second founder: image',
    'content/letters/launch.md: all of it',
  ])
})

test('a social card with another brand or headline, in any language, is a failure', () => {
  const { comingSoon, live } = homeTitles.it
  const cards = { en: `Brand: ${homeTitles.en.comingSoon}`, it: `Brand: ${comingSoon}` }
  const site = {
    brand: 'Brand',
    launched: false as const,
    languages: ['en' as const, 'it' as const],
  }
  const launched = { url: 'https://tool.example.com' }
  const failed = { level: 'failure' }
  expect(checkSocialCard(site, cards)).toMatchObject({ level: 'ok' })
  expect(checkSocialCard({ ...site, brand: 'Another' }, cards)).toMatchObject(failed)
  expect(checkSocialCard({ ...site, launched }, cards)).toMatchObject(failed)
  const halfDrawn = { ...cards, it: `Brand: ${live}` }
  expect(checkSocialCard(site, halfDrawn)).toMatchObject(failed)
  expect(checkSocialCard({ ...site, languages: ['en'] }, halfDrawn)).toMatchObject({ level: 'ok' })
})

test('a privacy policy that names no processor is a failure', () => {
  expect(checkProcessors({ processors: [] })).toMatchObject({ level: 'failure' })
  const host = { name: 'A Host', country: 'IT', purpose: { en: 'hosts it', it: 'lo ospita' } }
  expect(checkProcessors({ processors: [host] })).toMatchObject({ level: 'ok', message: 'A Host' })
})
