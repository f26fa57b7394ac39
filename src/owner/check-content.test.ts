import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { pitchTexts } from '#content/pitch-texts.ts'
import type { Language } from '#language.ts'
import { copyFile } from '#letters/create-draft.ts'
import { saveDraft } from '#letters/letter-drafts.ts'
import { readLetters } from '#letters/read-letters.ts'
import { useWelcomeText } from '#letters/use-welcome-text.ts'
import { openTestDatabase } from '../../test/support/databases.ts'
import {
  checkContent,
  checkProcessors,
  checkSamples,
  checkSocialCard,
  checkWelcome,
} from './check-content.ts'

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

test('doctor names the sample welcome letter until the text written in its place is in use', async () => {
  const { db } = await openTestDatabase('sqlite')
  const places = { db, lettersDir: mkdtempSync(join(tmpdir(), 'letters-')) }
  const now = new Date('2026-03-05T10:00:00.000Z')
  const check = async () => {
    const findings = [...checkContent(await readLetters(places))]
    return findings.map(({ message }) => message).join('\n')
  }
  for (const file of ['welcome.md', 'welcome.it.md']) {
    const sample = '---\nsubject: Welcome\nsample: true\n---\nHello'
    writeFileSync(join(places.lettersDir, file), sample)
  }
  await copyFile(places, 'welcome', now)
  expect(await check()).toContain('welcome, English: all of it')
  const text = { subject: 'Welcome', preview: '', body: 'Our own' }
  const own = { name: 'welcome', version: 1, texts: { en: text, it: text }, isPublic: false }
  await saveDraft(db, own, now)
  const sentence =
    'welcome in the console goes out once you press “Use this text from now on” there.'
  expect(await check()).toContain('content/letters/welcome.md: all of it')
  expect(await check()).toContain(sentence)
  await useWelcomeText(places, { name: 'welcome', version: 2 }, now)
  expect(await check()).not.toContain('all of it')
  expect(await check()).not.toContain(sentence)
})
