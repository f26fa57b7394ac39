import { expect, test } from 'vitest'
import { homeTitles } from '#content/home-titles.ts'
import shown from '../../../content/images/social-card.txt?raw'
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

test('a social card with another brand or headline is a failure', () => {
  const brand = shown.split(':')[0]!
  const tool = { url: 'https://tool.example.com' }
  const launched = shown.includes(homeTitles.live) && tool
  const other = !launched && tool
  expect(checkSocialCard({ brand, launched })).toMatchObject({ level: 'ok' })
  expect(checkSocialCard({ brand: 'Another', launched })).toMatchObject({ level: 'failure' })
  expect(checkSocialCard({ brand, launched: other })).toMatchObject({ level: 'failure' })
})

test('a privacy policy that names no processor is a failure', () => {
  expect(checkProcessors({ processors: [] })).toMatchObject({ level: 'failure' })
  const host = { name: 'A Host', country: 'IT', purpose: { en: 'hosts it', it: 'lo ospita' } }
  expect(checkProcessors({ processors: [host] })).toMatchObject({ level: 'ok', message: 'A Host' })
})
