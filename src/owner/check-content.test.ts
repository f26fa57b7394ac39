import { expect, test } from 'vitest'
import { pitchTexts } from '#content/pitch-texts.ts'
import type { Language } from '#language.ts'
import { checkProcessors, checkSamples, checkSocialCard, checkWelcome } from './check-content.ts'

test('doctor lists sample values by file and field', () => {
  const { level, message } = checkSamples([
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
  const drawn = (language: Language) => ({
    comingSoon: { text: `Brand: ${pitchTexts(language, false).headline}` },
    live: { text: `Brand: ${pitchTexts(language, true).headline}` },
  })
  const cards = { en: drawn('en'), it: drawn('it') }
  const site = { brand: 'Brand', languages: ['en' as const, 'it' as const] }
  const failed = { level: 'failure' }
  expect(checkSocialCard(site, cards)).toMatchObject({ level: 'ok' })
  expect(checkSocialCard({ ...site, brand: 'Another' }, cards)).toMatchObject(failed)
  const halfDrawn = { ...cards, it: { ...drawn('it'), live: drawn('it').comingSoon } }
  expect(checkSocialCard(site, halfDrawn)).toMatchObject(failed)
  expect(checkSocialCard({ ...site, languages: ['en'] }, halfDrawn)).toMatchObject({ level: 'ok' })
})

test('doctor fails if the privacy policy names no processor', () => {
  expect(checkProcessors({ processors: [] })).toMatchObject({ level: 'failure' })
  const host = { name: 'A Host', country: 'IT', purpose: { en: 'hosts it', it: 'lo ospita' } }
  expect(checkProcessors({ processors: [host] })).toMatchObject({ level: 'ok', message: 'A Host' })
})

test('doctor warns if the launch is set and only the welcome letter of before is there', () => {
  const before = { name: 'welcome' }
  const after = { name: 'welcome-launched' }
  const launched = { url: 'https://tool.example.com/' }
  expect([...checkWelcome([before], { launched })]).toMatchObject([{ level: 'warning' }])
  expect([...checkWelcome([before, after], { launched })]).toEqual([])
  expect([...checkWelcome([before], { launched: false })]).toEqual([])
  expect([...checkWelcome([], { launched })]).toEqual([])
})
