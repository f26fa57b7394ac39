import { expect, test } from 'vitest'
import { dialects, openTestDatabase } from '../../../test/support/databases.ts'
import { noteLegalTexts } from '#privacy/legal-versions.ts'
import { legalTexts } from '#site/legal-texts.tsx'
import { checkLegalTexts, checkProcessors } from './check-content.ts'

const now = new Date('2026-06-30T00:00:00.000Z')

for (const dialect of dialects) {
  test(`a legal text that was edited while its version stayed is named (${dialect})`, async () => {
    const { db } = await openTestDatabase(dialect)
    const [terms, privacy] = legalTexts()
    expect(await checkLegalTexts(db, [terms!, privacy!])).toMatchObject({ level: 'ok' })
    await noteLegalTexts(db, [terms!, privacy!], now)
    const edited = { ...privacy!, hash: 'of other words' }
    // A server that starts with the edited text changes nothing about whose version it is.
    await noteLegalTexts(db, [terms!, edited], now)
    const { level, message } = await checkLegalTexts(db, [terms!, edited])
    expect(level).toBe('warning')
    expect(message).toContain(`privacy (still version ${privacy!.version})`)
    expect(message).not.toContain('terms')
    const renewed = { ...edited, version: 'the next' }
    expect(await checkLegalTexts(db, [terms!, renewed])).toMatchObject({ level: 'ok' })
  })
}

test('a policy that names nobody who handles data for the company is a failure', () => {
  expect(checkProcessors({ processors: [] })).toMatchObject({ level: 'failure' })
  const host = { name: 'A Host', country: 'Italy', purpose: 'hosts this website' }
  expect(checkProcessors({ processors: [host] })).toMatchObject({ level: 'ok', message: 'A Host' })
})
