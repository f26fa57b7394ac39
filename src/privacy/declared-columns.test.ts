import { expect, test } from 'vitest'
import { dialects, openTestDatabase } from '../../test/support/databases.ts'
import { periodWords } from '#content/periods.ts'
import { personalData } from '#personal-data.ts'
import { consent } from '../../test/support/test-app.ts'

const tablesWithoutPersonalData = new Set([
  'site_migrations',
  'site_migration_lock',
  'lease',
  'mail_pauses',
  'letters',
  'server_settings',
  'backups',
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
      Object.keys(held.columns).toSorted(),
    ])
    expect(Object.fromEntries(real)).toEqual(Object.fromEntries(declared))
  })
}

test('the privacy policy names every retention period', () => {
  const all = Object.values(personalData).flatMap(({ retention }) => retention)
  expect(all.length).toBeGreaterThan(10)
  for (const { what, period } of all) {
    expect(consent.privacy.text).toContain(`${what.en}: ${periodWords('en', period)}.`)
  }
})
