import { expect, test } from 'vitest'
import { founder, site, team } from '../../test/support/valid-content.ts'
import { readContent } from './read-content.ts'
import { sample } from './sample.ts'

test('valid content is returned unchanged, without sample fields', () => {
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
  ['only one founder', site, [founder], 'content/team.ts: the list must have two to six'],
  [
    'seven founders',
    site,
    Array.from(Array(7), () => founder),
    'content/team.ts: the list must have two to six',
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
    expect(() => readContent(rawSite, rawTeam)).toThrow(sentence)
  },
)

test('one error reports all mistakes in the content', () => {
  const read = () => readContent({ ...withoutBrand, phone: '1' }, [withoutRole, founder, founder])
  for (const part of [
    'brand is missing',
    'phone is not a known field',
    'first founder: role is missing',
  ]) {
    expect(read).toThrow(part)
  }
})
