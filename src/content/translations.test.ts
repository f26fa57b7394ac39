import { expect, test } from 'vitest'
import { founder, pitch, site, team } from '../../test/support/valid-content.ts'
import { readContent } from './read-content.ts'
import { sample } from './sample.ts'

test('a site in English alone needs no other language', () => {
  const english = { role: { en: 'CEO' }, subRole: { en: 'Lead' }, description: { en: 'Writes.' } }
  const given = [
    { ...founder, ...english },
    { ...founder, ...english },
  ]
  const read = readContent({ ...site, languages: ['en'] }, given, pitch)
  expect(read.team[0]!.description.en).toBe('Writes.')
})

test.each([
  [
    'a founder without an Italian description',
    site,
    [founder, { ...founder, description: sample({ en: 'Writes.' }) }],
    'content/team.ts: second founder: description has no Italian text',
  ],
  [
    'a role in no language',
    site,
    [{ ...founder, role: 'CEO' }, founder],
    "first founder: role must be written as { en: '…', it: '…' }",
  ],
  [
    'a processor without an Italian purpose',
    { ...site, processors: [{ ...site.processors[0], purpose: { en: 'hosts it' } }] },
    team,
    'content/site.ts: processors.0.purpose has no Italian text',
  ],
  [
    'languages without English',
    { ...site, languages: ['it'] },
    team,
    "languages must include 'en'",
  ],
  ['a language twice', { ...site, languages: ['en', 'en'] }, team, 'languages must not repeat'],
  [
    'an unknown language',
    { ...site, languages: ['en', 'fr'] },
    team,
    'site.ts: languages.1 is invalid',
  ],
])('rejects %s and names file and field', (_name, rawSite, rawTeam, sentence) => {
  expect(() => readContent(rawSite, rawTeam, pitch)).toThrow(sentence)
})

test('rejects a pitch without an Italian text and names file and field', () => {
  const given = { ...pitch, vision: { en: 'Forms fill themselves in.' } }
  expect(() => readContent(site, team, given)).toThrow(
    'content/pitch.ts: vision has no Italian text',
  )
})
