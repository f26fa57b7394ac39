import { expect, test } from 'vitest'
import { dialects, openTestDatabase } from '../../test/support/databases.ts'
import { liftSuppression, suppress, suppressionsOf } from './suppressions.ts'

const now = new Date('2026-03-01T10:00:00.000Z')
const address = 'ada@gmail.com'
const spelling = 'a.da+news@googlemail.com'
const bounce = { cause: 'bounce', reason: 'no such user' } as const
const wish = { cause: 'person', reason: 'no more email' } as const

for (const dialect of dialects) {
  test(`a person's wish stops mail to every spelling of their address, a bounce to one (${dialect})`, async () => {
    const { db } = await openTestDatabase(dialect)
    const causesOf = async (key: string) =>
      (await suppressionsOf(db, [key])).get(key)?.map(({ cause }) => cause)
    await suppress(db, [spelling], bounce, now)
    expect([await causesOf(spelling), await causesOf(address)]).toEqual([['bounce'], undefined])
    await suppress(db, [address], wish, now)
    // The wish first, because the owner is told the first.
    expect([await causesOf(spelling), await causesOf(address)]).toEqual([
      ['person', 'bounce'],
      ['person'],
    ])
  })

  test(`lifting the suppression of an address leaves the person's own wish (${dialect})`, async () => {
    const { db } = await openTestDatabase(dialect)
    await suppress(db, [address], bounce, now)
    await suppress(db, [address], wish, now)
    expect(await liftSuppression(db, address)).toBe(true)
    expect((await suppressionsOf(db, [address])).get(address)).toMatchObject([wish])
    expect(await liftSuppression(db, address)).toBe(false)
  })

  test(`more addresses than fit one statement are suppressed, each counted once (${dialect})`, async () => {
    const { db } = await openTestDatabase(dialect)
    const many = Array.from({ length: 1001 }, (_, number) => `person${number}@example.com`)
    const imported = { cause: 'owner', reason: 'imported' } as const
    expect(await suppress(db, many, imported, now)).toBe(1001)
    expect(await suppress(db, many, imported, now)).toBe(0)
    expect((await suppressionsOf(db, many)).size).toBe(1001)
  })
}
