import { expect, test } from 'vitest'
import { readContent } from './read-content.ts'
import { sample } from './sample.ts'

const both = (text: string) => ({ en: text, it: text })
const founder = {
  name: 'Ada',
  role: both('Co-Founder & CEO'),
  subRole: both('Strategic Leader'),
  description: both('Writes programs.'),
  linkedin: 'https://www.linkedin.com/in/ada',
}
const team = [founder, founder, founder]
const site = {
  languages: ['en', 'it'],
  brand: 'Brand',
  email: 'hello@example.com',
  social: { label: 'LinkedIn', url: 'https://www.linkedin.com/company/brand' },
  company: {
    name: 'Brand',
    legalForm: 'S.r.l.',
    registeredOffice: 'Via Roma 1, Milano',
    companyRegister: 'Milano',
    registrationNumber: '00905811006',
    reaNumber: 'MI-1234567',
    shareCapital: { amount: 10_000, paidUp: 2_500 },
    vatNumber: '00905811006',
  },
  processors: [{ name: 'Host', country: 'IT', purpose: both('hosts this website') }],
  legal: {
    effectiveDate: '01/06/2024',
    minimumAge: 13,
    subscriptionMonths: 24,
    terms: { version: '1', lastUpdated: '01/06/2024' },
    privacy: { version: '1', lastUpdated: '01/06/2024' },
  },
  launched: false,
  showFailureNotice: false,
}

test('valid content is returned unchanged, with no sample fields', () => {
  expect(readContent(site, team)).toEqual({ site, team, sampleFields: [] })
})

test('sample marks are removed and listed by file and field', () => {
  const marked = readContent({ ...site, brand: sample('Brand'), social: sample(site.social) }, [
    founder,
    { ...founder, name: sample('Ada') },
    founder,
  ])
  expect(marked).toEqual({
    site,
    team,
    sampleFields: [
      'content/site.ts: brand',
      'content/site.ts: social',
      'content/team.ts: second founder: name',
    ],
  })
})

test('a site in English alone needs no other language', () => {
  const english = { role: { en: 'CEO' }, subRole: { en: 'Lead' }, description: { en: 'Writes.' } }
  const given = [
    { ...founder, ...english },
    { ...founder, ...english },
  ]
  const read = readContent({ ...site, languages: ['en'] }, given)
  expect(read.team[0]!.description.en).toBe('Writes.')
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
  ['a founder alone', site, [founder], 'content/team.ts: the list must hold two to six'],
  [
    'seven founders',
    site,
    Array.from(Array(7), () => founder),
    'content/team.ts: the list must hold two to six',
  ],
  ['a VAT number with IT', company({ vatNumber: 'IT00905811006' }), team, 'written without IT'],
  [
    'a profile without https',
    site,
    [{ ...founder, linkedin: 'x' }, founder, founder],
    'first founder: linkedin',
  ],
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
    'a country by its name',
    { ...site, processors: [{ ...site.processors[0], country: 'Italy' }] },
    team,
    "processors.0.country must be a country's two letters",
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
    'site.ts: languages.1 is not right',
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
  ['an unknown field deep down', company({ fax: '1' }), team, 'company.fax is not a known field'],
  ['a switch that is no switch', { ...site, showFailureNotice: 'no' }, team, 'showFailureNotice '],
  [
    'a date in another order',
    { ...site, legal: { ...site.legal, effectiveDate: '2024-06-01' } },
    team,
    'legal.effectiveDate must look like',
  ],
  [
    'a month that no year has',
    { ...site, legal: { ...site.legal, effectiveDate: '12/31/2024' } },
    team,
    'legal.effectiveDate must look like',
  ],
  [
    'a month before the first',
    { ...site, legal: { ...site.legal, effectiveDate: '31/00/2024' } },
    team,
    'legal.effectiveDate must look like',
  ],
  [
    'a number without its quotation marks',
    company({ vatNumber: 905811006 }),
    team,
    'company.vatNumber is not right: expected string, received number',
  ],
  [
    'a period of nothing',
    { ...site, legal: { ...site.legal, subscriptionMonths: 0 } },
    team,
    'legal.subscriptionMonths is not right: expected number to be >0',
  ],
])('rejects %s and names file and field', (_name, rawSite, rawTeam, sentence) => {
  expect(() => readContent(rawSite, rawTeam)).toThrow(sentence)
})

test('reports all mistakes at once', () => {
  const read = () => readContent({ ...withoutBrand, phone: '1' }, [withoutRole, founder, founder])
  for (const part of [
    'brand is missing',
    'phone is not a known field',
    'first founder: role is missing',
  ]) {
    expect(read).toThrow(part)
  }
})
