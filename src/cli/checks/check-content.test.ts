import { expect, test } from 'vitest'
import { homeTitles } from '#content/home-titles.ts'
import { checkContent, checkProcessors, checkSocialCard } from './check-content.ts'

test('doctor lists sample values by file and field', () => {
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

test('doctor fails if the social card shows another brand or headline in any language', () => {
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

test('doctor fails if the privacy policy names no processor', () => {
  expect(checkProcessors({ processors: [] })).toMatchObject({ level: 'failure' })
  const host = { name: 'A Host', country: 'IT', purpose: { en: 'hosts it', it: 'lo ospita' } }
  expect(checkProcessors({ processors: [host] })).toMatchObject({ level: 'ok', message: 'A Host' })
})
