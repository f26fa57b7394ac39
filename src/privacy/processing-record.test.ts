import { expect, test } from 'vitest'
import { site } from '#content/content.ts'
import { periodWords } from '#content/periods.ts'
import { processorsIn } from '#content/processors.ts'
import { personalData } from '#personal-data.ts'
import { processingRecord } from './processing-record.ts'

test('the record of processing names the controller, every processor, every table and every period', () => {
  const record = processingRecord(new Date('2026-03-01T12:00:00.000Z'))
  expect(record).toContain('Written 2026-03-01')
  expect(record).toContain('no end of its own')
  expect(record).toContain(`${site.company.name} ${site.company.legalForm}`)
  for (const { name, country, purpose } of processorsIn('en')) {
    expect(record).toContain(`- ${name} (${country}): ${purpose}`)
  }
  for (const held of Object.values(personalData)) {
    expect(record).toContain(`| ${held.title.en} | `)
    for (const { what, period } of held.retention) {
      expect(record).toContain(`${what.en}: ${periodWords('en', period)}`)
    }
  }
})
