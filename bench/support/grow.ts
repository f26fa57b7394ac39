import { sql } from 'kysely'
import type { Database } from '#database/connect.ts'

/** Fills what visitors and letters fill, from so many rows a table to so many. Nothing of it is due to be forgotten. */
export async function grow({ db }: Database, from: number, to: number, now: Date): Promise<void> {
  const texts = ['l', 'p'].map((hash) => ({ hash, text: hash, first_seen_at: now.toISOString() }))
  await db
    .insertInto('consent_texts')
    .values(texts)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const batch = 1000
  for (let start = from; start < to; start += 20 * batch) {
    await db.transaction().execute(async (trx) => {
      for (let first = start; first < Math.min(start + 20 * batch, to); first += batch) {
        const numbers = Array.from({ length: Math.min(batch, to - first) }, (_, i) => first + i)
        for (const table of Object.keys(rowOf) as (keyof typeof rowOf)[]) {
          const rows = numbers.map((number) => rowOf[table](number, now))
          await trx.insertInto(table).values(rows).execute()
        }
      }
    })
  }
  await db.deleteFrom('letters').execute()
  const counts = {
    audience: to,
    queued: to,
    sending: 0,
    sent: 0,
    failed: 0,
    in_doubt: 0,
    skipped: 0,
  }
  const at = now.toISOString()
  await db
    .insertInto('letters')
    .values({
      name: 'launch',
      subject: 'We are live',
      preview: null,
      body: 'x',
      state: 'started',
      started_at: at,
      due_at: at,
      ...counts,
    })
    .execute()
  await sql`analyze`.execute(db)
}

const at = (number: number, now: Date) => new Date(now.getTime() - number * 100).toISOString()
const email = (number: number) => ({
  email: `person${number}@example.com`,
  email_key: `person${number}@example.com`,
})

const rowOf = {
  subscribers: (number: number, now: Date) => ({
    id: `s${number}`,
    ...email(number),
    status: 'confirmed',
    asked_at: at(number, now),
    confirmed_at: at(number, now),
    unsubscribed_at: null,
  }),
  consents: (number: number, now: Date) => ({
    id: `c${number}`,
    subscriber_id: `s${number}`,
    asked_at: at(number, now),
    confirmed_at: at(number, now),
    withdrawn_at: null,
    line_hash: 'l',
    privacy_hash: 'p',
  }),
  messages: (number: number, now: Date) => ({
    id: `m${number}`,
    name: 'Ada Lovelace',
    ...email(number),
    message: 'A usual line. '.repeat(5),
    received_at: at(number, now),
  }),
  outbox: (number: number, now: Date) => ({
    id: `o${number}`,
    kind: 'letter',
    letter: 'launch',
    about_id: `s${number}`,
    status: 'queued',
    attempts: 0,
    due_at: at(number, now),
    claimed_by: null,
    last_error: null,
    created_at: at(number, now),
  }),
  mail_allowances: (number: number, now: Date) => ({
    kind: 'confirmation',
    email_key: email(number).email_key,
    place: 1,
    taken_at: at(number, now),
  }),
  data_links: (number: number, now: Date) => ({
    id: `d${number}`,
    email_key: email(number).email_key,
    asked_at: at(number, now),
  }),
}
