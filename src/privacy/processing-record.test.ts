import { expect, test } from 'vitest'
import { site } from '#content/content.ts'
import { policyPeriods } from '#content/periods.ts'
import { processorsIn } from '#content/processors.ts'
import { longDate } from '#long-time.ts'
import { personalDataTexts } from '#personal-data-texts.ts'
import { processingRecord } from './processing-record.ts'

test.each(site.languages)(
  'the record of processing in %s names the controller, every processor, every table and every period',
  (language) => {
    const record = processingRecord(language, new Date('2026-03-01T12:00:00.000Z'))
    expect(record).toContain(longDate(language, new Date('2026-03-01')))
    expect(record).toContain(`${site.company.name} ${site.company.legalForm}`)
    for (const { name, country, purpose } of processorsIn(language)) {
      expect(record).toContain(`- ${name} (${country}): ${purpose}`)
    }
    for (const { title } of Object.values(personalDataTexts)) {
      expect(record).toContain(`| ${title[language]} | `)
    }
    for (const { what, period } of policyPeriods(language))
      expect(record).toContain(`${what}: ${period}`)
    // Columns have internal names only in the database.
    expect(record).not.toMatch(/[a-z]_[a-z]/)
  },
)
