import { expect, test } from 'vitest'
import { site } from '#content/content.ts'
import { policyPeriods } from '#content/periods.ts'
import { processorsIn, transfers } from '#content/processors.ts'
import { personalDataTexts } from '#personal-data-texts.ts'
import { processingRecord } from './processing-record.ts'

test('the record of processing names the controller, every processor, every table and every period', () => {
  const record = processingRecord(new Date('2026-03-01T12:00:00.000Z'))
  expect(record).toContain('Written 2026-03-01')
  expect(record).toContain('no end of its own')
  expect(record).toContain(`${site.company.name} ${site.company.legalForm}`)
  for (const { name, country, purpose } of processorsIn('en')) {
    expect(record).toContain(`- ${name} (${country}): ${purpose}`)
  }
  expect(record).toContain(transfers('en'))
  for (const { title } of Object.values(personalDataTexts)) {
    expect(record).toContain(`| ${title.en} | `)
  }
  for (const { what, period } of policyPeriods('en')) expect(record).toContain(`${what}: ${period}`)
})
