import { expect, test } from 'vitest'
import { dialects, openTestDatabase } from '../test/support/databases.ts'
import { policyPeriods } from '#content/periods.ts'
import { personalDataTexts } from './personal-data-texts.ts'
import { personalData } from './personal-data.ts'
import { consent } from '../test/support/test-app.ts'

const tablesWithoutPersonalData = new Set([
  'site_migrations',
  'site_migration_lock',
  'lease',
  'mail_pauses',
  'letters',
  'letter_pictures',
  'letter_drafts',
  'draft_pictures',
  'server_settings',
  'backups',
  'backup_proofs',
  'visits',
  'funnel',
  'digests',
])

for (const dialect of dialects) {
  test(`every database column is declared, or its table holds no personal data (${dialect})`, async () => {
    const { db } = await openTestDatabase(dialect)
    const tables = await db.introspection.getTables()
    const real = tables
      .filter(({ name }) => !tablesWithoutPersonalData.has(name))
      .map(({ name, columns }) => [name, columns.map((column) => column.name).toSorted()])
    const declared = Object.entries(personalData).map(([name, held]) => [
      name,
      held.columns.toSorted(),
    ])
    expect(Object.fromEntries(real)).toEqual(Object.fromEntries(declared))
  })
}

test('the privacy policy names every retention period', () => {
  const all = policyPeriods('en')
  expect(all.length).toBeGreaterThan(10)
  for (const { what, period } of all) {
    expect(consent.privacy.text).toContain(`${what}: ${period}.`)
  }
})

test('every declared table, and nothing else, has its texts: labels of columns and retention periods', () => {
  expect(Object.keys(personalDataTexts)).toEqual(Object.keys(personalData))
  for (const [table, { columns, retention }] of Object.entries(personalData)) {
    const texts = personalDataTexts[table]!
    expect(columns).toEqual(expect.arrayContaining(Object.keys(texts.columns)))
    expect(Object.keys(texts.retention)).toEqual(retention.map(({ period }) => period))
  }
})
