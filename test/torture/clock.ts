import { expect } from 'vitest'
import type { DialectName } from '../support/databases.ts'
import { eventually, openOutbox } from '../support/outbox.ts'
import { messageIds } from '../support/smtp.ts'
import { testAppOn } from '../support/test-app.ts'

const hourMs = 3_600_000
const leaps = [hourMs, -hourMs, 24 * hourMs, -24 * hourMs, -365 * 24 * hourMs, 400 * 24 * hourMs]

/** The clock leaps between any two requests, and while mail is under way. */
export async function run({ dialect, leaps: count }: { dialect: DialectName; leaps: number }) {
  const { database, clock, inbox, openCourier } = await openOutbox(dialect)
  const app = testAppOn(database, { clock })
  const courier = openCourier()
  let refused = 0
  const submit = async (fields: object, key: string) => {
    const { status } = await app.submit(fields, { 'idempotency-key': key })
    if (status !== 200) refused += 1
  }
  for (let serial = 0; serial < count; serial += 1) {
    const email = `c${serial}@example.com`
    const message = { name: 'Ada', email: `m${email}`, message: 'Hello' }
    await submit({ email }, email)
    clock.move(leaps[serial % leaps.length]!)
    courier.nudge()
    await submit(message, `m${email}`)
    await submit(message, `m${email}`)
  }
  await eventually(async () => {
    courier.nudge()
    const waiting = app.db.selectFrom('outbox').select('id').where('status', '!=', 'sent')
    expect(await waiting.execute()).toEqual([])
  })
  const { subscribers, messages } = await app.rows()
  const wanted = 3 * count
  return {
    run: 'clock',
    database: dialect,
    count,
    refused,
    lost: 2 * count - subscribers.length - Math.min(count, messages.length),
    doubled: messages.length - count + inbox.received.length - new Set(messageIds(inbox)).size,
    mailsMissing: wanted - inbox.received.length,
    unexplained: app.errors().length,
  }
}
