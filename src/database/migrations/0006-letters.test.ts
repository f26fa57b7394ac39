import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { dialects, newTarget } from '../../../test/support/databases.ts'
import { countsOf, nobody } from '../../../test/support/letters.ts'
import { eventually, openCourier } from '../../../test/support/outbox.ts'
import { openInbox, recipients } from '../../../test/support/smtp.ts'
import { seedSubscribers } from '../../../test/support/subscribers.ts'
import { connect } from '../connect.ts'
import { migrate, migrations } from '../migrate.ts'

const at = '2026-03-01T10:00:00.000Z'

/** As the version before left it: mail that waits with its rendering, and a launch cut off. */
const leftBehind = [
  `insert into messages (id, name, email, email_key, message, received_at)
    values ('m1', 'Ben', 'ben@example.com', 'ben@example.com', 'Hello', '${at}')`,
  `insert into subscribers (id, email, email_key, status, asked_at)
    values ('s1', 'Ada@example.com', 'ada@example.com', 'pending', '${at}')`,
  `insert into consent_texts (hash, text, first_seen_at) values ('h', 'I agree.', '${at}')`,
  `insert into consents (id, subscriber_id, asked_at, line_hash, privacy_hash)
    values ('00000000-0000-4000-8000-000000000001', 's1', '${at}', 'h', 'h')`,
  ...(
    [
      ['o1', 'confirm-signup', 'ada@example.com', 'null', 'waiting'],
      ['o2', 'message-notice', 'owner@company.example', `'Ben@example.com'`, 'sending'],
      ['o3', 'message-receipt', 'ben@example.com', 'null', 'sent'],
      ['o4', 'message-receipt', 'erased@example.com', 'null', 'waiting'],
    ] as const
  ).map(
    ([id, kind, to, replyTo, status]) =>
      `insert into outbox (id, kind, to_email, email_key, subject, html, text, reply_to, message_id,
      status, attempts, next_attempt_at, touched_at, created_at) values ('${id}', '${kind}', '${to}',
      '${to}', 'x', 'x', 'x', ${replyTo}, '${id}', '${status}', 0, '${at}', '${at}', '${at}')`,
  ),
  `insert into launches (id, subject, body, audience, started_at)
    values ('launch', 'We are live', 'Hello', 4, '${at}')`,
  `insert into launch_recipients (subscriber_id, state, attempts, changed_at)
    select id, case email when 'person0@example.com' then 'queued' when 'person1@example.com'
    then 'sending' else 'sent' end, 0, '${at}' from subscribers where email like 'person%'`,
]

for (const dialect of dialects) {
  test(`what waited in the version before goes out once, and its launch goes on (${dialect})`, async () => {
    const database = connect(await newTarget(dialect))
    const { db } = database
    await db.transaction().execute(async (trx) => {
      await sql`create table migrations (name text primary key)`.execute(trx)
      for (const [name, statements] of Object.entries(migrations).slice(0, 5)) {
        for (const statement of statements) await sql.raw(statement).execute(trx)
        await sql`insert into migrations (name) values (${name})`.execute(trx)
      }
      await seedSubscribers(trx, 4)
      for (const statement of leftBehind) await sql.raw(statement).execute(trx)
    })
    await migrate(database)
    expect(await countsOf(db)).toEqual({ ...nobody, queued: 1, in_doubt: 1, sent: 2 })

    const inbox = await openInbox()
    const courier = openCourier({ database, url: inbox.url })
    await eventually(async () => expect(await countsOf(db)).toMatchObject({ queued: 0, sent: 3 }))
    await courier.stop()
    expect(recipients(inbox)).toEqual([
      'Ada@example.com',
      'owner@company.example',
      'person0@example.com',
    ])
    await database.close()
  })
}
