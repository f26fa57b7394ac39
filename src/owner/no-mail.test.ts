import { expect, test } from 'vitest'
import { dialects, openTestDatabase } from '../../test/support/databases.ts'
import { sendAt } from '../../test/support/letters.ts'
import { claimDue, createClock } from '../../test/support/open-outbox.ts'
import { suppress } from '#mail/suppressions.ts'
import { listSubscribers } from '#subscribers/list-subscribers.ts'
import { addNoMail, countSuppressed } from './no-mail.ts'

test.each(dialects)(
  'the list of subscribers names the cause for exactly those whose letter is skipped (%s)',
  async (dialect) => {
    const database = await openTestDatabase(dialect)
    const { db } = database
    const clock = createClock()
    const at = clock().toISOString()
    const emails = [
      'Wanted@example.com',
      'bounced@example.com',
      'not.me@example.com',
      'ada.love.lace@gmail.com',
      'dot.ted@googlemail.com',
      'eve+news@example.com',
    ]
    const confirmed = { status: 'confirmed' as const, asked_at: at, confirmed_at: at }
    const people = emails.map((email) => ({ email, email_key: email.toLowerCase() }))
    await db
      .insertInto('subscribers')
      .values(people.map((one) => ({ id: crypto.randomUUID(), ...one, ...confirmed })))
      .execute()
    for (const [email, cause] of [
      ['bounced@example.com', 'bounce'],
      ['not.me@example.com', 'not-me'],
      ['adalovelace@googlemail.com', 'person'],
      ['dotted@gmail.com', 'person'],
      ['ada.love.lace@gmail.com', 'bounce'],
      ['eve@example.com', 'person'],
      ['wanted+other@example.com', 'bounce'],
    ] as const) {
      await suppress(db, [email], { cause, reason: 'a test' }, clock())
    }
    const listed = await addNoMail(db, await listSubscribers(db, {}).execute(), clock())
    const causes = new Map(listed.map(({ email, noMail }) => [email, noMail]))
    expect(emails.map((email) => causes.get(email))).toEqual([
      null,
      'bounce',
      null,
      'person',
      'person',
      'person',
    ])
    await sendAt(db, clock())
    const claimed = await claimDue(database, clock)
    expect(claimed.map(({ draft }) => draft.emailKey).toSorted()).toEqual([
      'not.me@example.com',
      'wanted@example.com',
    ])
    expect(await countSuppressed(db, clock())).toBe(4)
  },
)
