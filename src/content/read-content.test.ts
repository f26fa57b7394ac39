import { expect, test } from 'vitest'
import {
  both,
  founder,
  pitch,
  questionnaire,
  site,
  team,
} from '../../test/support/valid-content.ts'
import { readContent } from './read-content.ts'
import { sample } from './sample.ts'

test('valid content is returned unchanged, without sample fields', () => {
  expect(readContent(site, team, pitch, questionnaire)).toEqual({
    site,
    team,
    pitch,
    questionnaire,
    sampleFields: [],
  })
})

test('sample marks are removed and listed by file and field', () => {
  const marked = readContent(
    { ...site, brand: sample('Brand'), social: sample(site.social) },
    [founder, { ...founder, name: sample('Ada') }, founder],
    pitch,
    questionnaire,
  )
  expect(marked).toEqual({
    site,
    team,
    pitch,
    questionnaire,
    sampleFields: [
      'content/site.ts: brand',
      'content/site.ts: social',
      'content/team.ts: second founder: name',
    ],
  })
})

const { role: _, ...withoutRole } = founder
const { brand: __, ...withoutBrand } = site
const company = (part: object) => ({ ...site, company: { ...site.company, ...part } })

test.each([
  [
    'a missing role',
    site,
    [founder, withoutRole, founder],
    'content/team.ts: second founder: role is missing',
  ],
  [
    'an empty name',
    site,
    [founder, founder, { ...founder, name: ' ' }],
    'content/team.ts: third founder: name ',
  ],
  ['no founder', site, [], 'content/team.ts: the list must have one to six'],
  [
    'seven founders',
    site,
    Array.from(Array(7), () => founder),
    'content/team.ts: the list must have one to six',
  ],
  ['a VAT number with IT', company({ vatNumber: 'IT00905811006' }), team, 'written without IT'],
  [
    'a profile without https',
    site,
    [{ ...founder, linkedin: 'x' }, founder, founder],
    'first founder: linkedin',
  ],
  [
    'a country by its name',
    { ...site, processors: [{ ...site.processors[0], country: 'Italy' }] },
    team,
    "processors.0.country must be a country's two letters",
  ],
  [
    'a processor outside the EEA without a safeguard',
    { ...site, processors: [{ ...site.processors[0], country: 'US' }] },
    team,
    'processors.0.safeguard is missing: outside the EEA',
  ],
  [
    'a registered office with its country',
    company({ registeredOffice: 'Via Roma 1, Milano, Italy' }),
    team,
    'company.registeredOffice must be written without its country',
  ],
  [
    'a share capital as a text',
    company({ shareCapital: '€ 10,000.00' }),
    team,
    'company.shareCapital must be written as { amount: 10_000',
  ],
  ['a missing brand', withoutBrand, team, 'content/site.ts: brand is missing'],
  [
    'a wrong checksum in the company register’s number',
    company({ registrationNumber: '00905811007' }),
    team,
    'company.registrationNumber must',
  ],
  ['a wrong VAT checksum', company({ vatNumber: '00905811007' }), team, 'company.vatNumber must'],
  [
    'a sample VAT number that is wrong',
    company({ vatNumber: sample('1') }),
    team,
    'vatNumber must',
  ],
  ['a wrong REA number', company({ reaNumber: '1' }), team, 'site.ts: company.reaNumber must look'],
  [
    'an unknown field',
    { ...site, phone: '1' },
    team,
    'content/site.ts: phone is not a known field',
  ],
  ['an unknown nested field', company({ fax: '1' }), team, 'company.fax is not a known field'],
  [
    'a switch that is not a boolean',
    { ...site, showFailureNotice: 'no' },
    team,
    'showFailureNotice ',
  ],
  [
    'a date in another order',
    { ...site, legal: { ...site.legal, effectiveDate: '2024-06-01' } },
    team,
    'legal.effectiveDate must be a date such as',
  ],
  [
    'a month 31',
    { ...site, legal: { ...site.legal, effectiveDate: '12/31/2024' } },
    team,
    'legal.effectiveDate must be a date such as',
  ],
  [
    'a day that its month lacks',
    { ...site, legal: { ...site.legal, effectiveDate: '31/06/2024' } },
    team,
    'legal.effectiveDate must be a date such as',
  ],
  [
    'a number without quotes',
    company({ vatNumber: 905811006 }),
    team,
    'company.vatNumber is invalid: expected string, received number',
  ],
  [
    'a period of 0 months',
    { ...site, legal: { ...site.legal, subscriptionMonths: 0 } },
    team,
    'legal.subscriptionMonths is invalid: expected number to be >0',
  ],
])(
  'content with %s is rejected, and the error names file and field',
  (_name, rawSite, rawTeam, sentence) => {
    expect(() => readContent(rawSite, rawTeam, pitch)).toThrow(sentence)
  },
)

test('one error reports all mistakes in the content', () => {
  const read = () =>
    readContent({ ...withoutBrand, phone: '1' }, [withoutRole, founder, founder], pitch)
  for (const part of [
    'brand is missing',
    'phone is not a known field',
    'first founder: role is missing',
  ]) {
    expect(read).toThrow(part)
  }
})

test.each([
  ['true', true, ['content/pitch.ts: example.rows']],
  ['false', false, []],
])('with showExample %s the example’s sample rows are listed: %j', (_name, showExample, fields) => {
  const example = { ...pitch.example, rows: sample(pitch.example.rows) }
  const { sampleFields } = readContent(site, team, { ...pitch, showExample, example })
  expect(sampleFields).toEqual(fields)
})

const { tagline: ___, ...withoutTagline } = pitch
const [row] = pitch.example.rows
const withRows = (...rows: object[]) => ({ ...pitch, example: { ...pitch.example, rows } })

test.each([
  ['a missing tagline', withoutTagline, 'content/pitch.ts: tagline is missing'],
  [
    'a headline without its stages',
    { ...pitch, headline: { en: 'Hello', it: 'Ciao' } },
    'content/pitch.ts: headline.beforeLaunch is missing',
  ],
  ['no row', withRows(), 'content/pitch.ts: example.rows must have one to six rows'],
  [
    'a row with a source and somebody to ask',
    withRows({ ...row, ask: row!.source }),
    'content/pitch.ts: example.rows.0 must have either a source or ask',
  ],
  [
    'a description of one word',
    { ...pitch, descriptions: { ...pitch.descriptions, about: { en: 'Us', it: 'Noi' } } },
    'content/pitch.ts: descriptions.about must have 50 to 165 characters',
  ],
])('a pitch with %s is rejected, and the error names file and field', (_name, given, sentence) => {
  expect(() => readContent(site, team, given)).toThrow(sentence)
})

test.each([50, 165])('a description of %i characters is accepted', (length) => {
  const about = both('x'.repeat(length))
  const given = { ...pitch, descriptions: { ...pitch.descriptions, about } }
  expect(readContent(site, team, given).pitch.descriptions.about.en).toHaveLength(length)
})

const [question] = questionnaire.questions
const withoutSource = { ...question, source: undefined }

test.each([
  [
    'an answer without a source',
    withoutSource,
    'question 1: source is missing: every answer needs its source',
  ],
  [
    'neither answer nor founder',
    { group: 'social', question: both('Why?') },
    'question 1 must have either an answer, or missing and askFounder',
  ],
  ['an unknown group', { ...question, group: 'other' }, 'question 1: group '],
  [
    'a founder who is not there',
    { group: 'social', question: both('Why?'), missing: both('?'), askFounder: 4 },
    'question 1: askFounder must be the number of a founder',
  ],
])('rejects a questionnaire with %s', (_name, given, sentence) => {
  expect(() => readContent(site, team, pitch, { questions: [given] })).toThrow(
    `content/questionnaire.ts: ${sentence}`,
  )
})

test('a repository address may end in a slash', () => {
  const given = { repository: 'https://git.example.com/site/', questions: [] }
  const { questionnaire: read } = readContent(site, team, pitch, given)
  expect(read.repository).toBe('https://git.example.com/site')
})
