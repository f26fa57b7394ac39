import { describe, expect, test } from 'vitest'
import { dialects } from '../../test/support/databases.ts'
import { openTestApp } from '../../test/support/test-app.ts'
import { lifetimes } from '#lifetimes.ts'

const victims = Array.from({ length: 10 }, (_, index) => `v.ictim+${index}@googlemail.com`)
/** Which of them is the person's own nobody can know. */
const dotted = [
  'victim@gmail.com',
  'v.ictim@gmail.com',
  'vi.ctim@googlemail.com',
  'vic.tim@gmail.com',
]

describe.each(dialects)('the mail that strangers can cause (%s)', (dialect) => {
  test('is counted for the person, however the address is spelt, at once or one by one', async () => {
    const app = await openTestApp(dialect)
    const count = async (kind: 'confirm-signup' | 'message-receipt') => {
      const rows = await app.db.selectFrom('outbox').select('id').where('kind', '=', kind).execute()
      return rows.length
    }
    const signups = await Promise.all(victims.map((email) => app.submit({ email })))
    expect(signups.every(({ status }) => status === 200)).toBe(true)
    expect(await count('confirm-signup')).toBe(lifetimes.confirmationsPerDay)
    // What was sent with a tag does not keep the person from the mail that they ask for.
    for (const email of dotted) await app.submit({ email })
    expect(await count('confirm-signup')).toBe(2 * lifetimes.confirmationsPerDay)
    for (const email of victims) await app.submit({ name: 'Ada', email, message: 'Hello' })
    expect(await count('message-receipt')).toBe(lifetimes.receiptsPerDay)
    await app.submit({ email: 'other+tag@example.com' })
    expect(await count('confirm-signup')).toBe(2 * lifetimes.confirmationsPerDay + 1)
  })
})
