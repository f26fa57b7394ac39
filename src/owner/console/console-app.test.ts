import { expect, test } from 'vitest'
import { fillConsole, hostile } from '../../../test/support/console-data.ts'
import { dialects } from '../../../test/support/databases.ts'
import { now, signIn } from '../../../test/support/open-console.ts'
import { eventually } from '../../../test/support/open-outbox.ts'
import { openMailServer } from '../../../test/support/mail-server.ts'
import { site } from '#content/content.ts'
import { storedReasons } from '#stored-reasons.ts'
import { suppress } from '#mail/suppressions.ts'

const views = [
  '',
  'figures',
  'messages',
  'messages?state=answered',
  'messages?state=quarantined',
  'messages?q=ada',
  'subscribers',
  'subscribers?state=pending',
  'subscribers?q=person',
  'subscribers?q=%40example.com',
  'letters',
  'letters/launch',
  'mail',
  'mail?state=failed',
  'mail?state=in_doubt',
  'mail?state=suppressed',
  'mail?state=queued&letter=spring',
]
const details = [
  'messages/019d2c3e-7a41-7c3e-8f2a-000000000000',
  'subscribers/s0',
  'letters/spring',
]

for (const dialect of dialects) {
  test(`every view answers with no data and with hostile data (${dialect})`, async () => {
    const { see, db } = await signIn(dialect)
    for (const path of views) {
      expect({ path, status: (await see(path)).status }).toEqual({ path, status: 200 })
    }
    for (const path of details) expect((await see(path)).status).toBe(404)
    await fillConsole(db, now, true)
    for (const path of [...views, ...details]) {
      const { status, body } = await see(path)
      expect({ path, status }).toEqual({ path, status: 200 })
      expect(body).not.toContain(hostile.markup)
      expect(body).not.toMatch(/[\u202e\u2066]/)
    }
    expect((await see('messages?state=quarantined')).body).toContain('&lt;img src=x')
  })

  test(`lists go on where the page before ended (${dialect})`, async () => {
    const { see, db } = await signIn(dialect)
    await fillConsole(db, now)
    for (const [list, rows] of [
      ['subscribers', 60],
      ['subscribers?state=confirmed', 30],
    ] as const) {
      const seen: string[] = []
      for (let path: string | undefined = list; path !== undefined;) {
        const { body } = await see(path)
        seen.push(...Array.from(body.matchAll(/href="(subscribers\/s\d+)"/g), ([, id]) => id!))
        path = /href="([^"#]*before=[^"#]*)"/.exec(body)?.[1]?.replaceAll('&amp;', '&')
      }
      expect({ list, seen: seen.length, apart: new Set(seen).size }).toEqual({
        list,
        seen: rows,
        apart: rows,
      })
    }
    expect((await see('subscribers?q=GIULIA')).body).toContain('giulia.ferraro@example.com')
    expect((await see('subscribers?q=@example.nl')).body).toContain('noor@example.nl')
    expect((await see('subscribers?q=iulia')).body).toContain('Nobody found')
    expect((await see('messages?q=vsme')).body).toContain('Ada Lovelace')
    expect((await see('messages?q=noor@')).body).toContain('Noor van Dijk')
    const csv = (await see('subscribers.csv?state=pending')).body.trim().split('\r\n')
    expect(csv[0]).toBe('id,email,status,language,askedAt,confirmedAt,unsubscribedAt,noMail')
    expect(csv).toHaveLength(16)
  })

  test(`a message is marked, mail is queued again, a test goes to the owner (${dialect})`, async () => {
    const mailServer = await openMailServer()
    const { act, db, see } = await signIn(dialect, { smtpUrl: mailServer.url })
    await fillConsole(db, now)
    const [message] = details
    const answered = async () =>
      (await db.selectFrom('messages').select('answered_at').orderBy('id').execute())[0]!
    expect(await act(`${message}/answered`)).toBe('Marked 1 as answered.')
    expect(await answered()).toEqual({ answered_at: now.toISOString() })
    await act(`${message}/open`)
    expect(await answered()).toEqual({ answered_at: null })
    const statusOf = async (id: string) =>
      (await db.selectFrom('outbox').select('status').where('id', '=', id).execute())[0]!.status
    expect(await act('mail/m3/retry')).toBe('Queued again: 1.')
    expect(await act('mail/spring.s0/retry')).toBe('Queued again: 1.')
    expect([await statusOf('m3'), await statusOf('spring.s0')]).toEqual(['queued', 'queued'])
    expect(await act('mail/retry?state=failed')).toMatch(/^Queued again: \d/)
    expect(await statusOf('m4')).toBe('queued')
    await db.updateTable('letters').set({ state: 'stopped' }).execute()
    expect(await act('mail/spring.s1/retry')).toContain('was stopped')
    expect(await act('mail/retry?letter=spring')).toContain('was stopped')
    expect(await statusOf('spring.s1')).toBe('failed')
    await db.updateTable('outbox').set({ status: 'sending' }).where('id', '=', 'm3').execute()
    expect(await act('mail/m3/retry')).toContain('sent or deleted')
    expect(await act('letters/launch/test')).toBe(
      'Sent to owner@company.example, and to nobody else.',
    )
    // One in each language.
    expect(mailServer.received.flatMap(({ to }) => to)).toEqual(
      site.languages.map(() => 'owner@company.example'),
    )
    // A notice is told once.
    expect((await see('mail')).body).not.toContain('role="status"')
  })
}

test.each(dialects)(
  'Try again lifts a bounce of the address, but not the wish of the person (%s)',
  async (dialect) => {
    const { act, db } = await signIn(dialect)
    await fillConsole(db, now)
    const { email_key: email } = await db
      .selectFrom('messages')
      .select('email_key')
      .where('id', '=', '019d2c3e-7a41-7c3e-8f2a-000000000000')
      .executeTakeFirstOrThrow()
    const causes = async () => {
      const rows = db.selectFrom('suppressions').select('cause').where('email_key', '=', email)
      return (await rows.orderBy('cause').execute()).map(({ cause }) => cause)
    }
    const bounce = { cause: 'bounce', reason: '550 5.1.1 no such user' } as const
    await suppress(db, [email], bounce, now)
    expect(await act('mail/m3/retry')).toBe('Queued again: 1.')
    expect(await causes()).toEqual([])
    await db.updateTable('outbox').set({ status: 'failed' }).where('id', '=', 'm3').execute()
    await suppress(db, [email], bounce, now)
    await suppress(db, [email], { cause: 'person', reason: 'No more email' }, now)
    expect(await act('mail/m3/retry')).toContain('asked for no more email')
    expect(await causes()).toEqual(['bounce', 'person'])
    await db.deleteFrom('messages').execute()
    expect(await act('mail/m3/retry')).toContain('was deleted')
    const mail = db.selectFrom('outbox').select('status').where('id', '=', 'm3')
    expect(await mail.execute()).toEqual([{ status: 'failed' }])
  },
)

test('mail in doubt shows the stored reason in the console', async () => {
  const { see, db } = await signIn('sqlite')
  await fillConsole(db, now)
  const last_error = storedReasons.processEnded
  await db
    .updateTable('outbox')
    .set({ status: 'in_doubt', last_error })
    .where('id', '=', 'm3')
    .execute()
  const { body } = await see('mail?state=in_doubt')
  expect(body).toContain(`It may have arrived. The site noted: <q><bdi>${last_error}</bdi></q>`)
})

test.each(dialects)(
  'the owner unsubscribes somebody who asked for it, and the proof of consent stays (%s)',
  async (dialect) => {
    const { act, db, see } = await signIn(dialect)
    await fillConsole(db, now)
    const subscriber = details[1]!
    expect((await see(subscriber)).body).toContain('Unsubscribe them')
    expect(await act(`${subscriber}/unsubscribe`)).toContain('gets no more newsletters')
    const { body } = await see(subscriber)
    expect(body).not.toContain('Unsubscribe them')
    expect(body).toContain('I agree to get news by email.')
    expect(await act(`${subscriber}/unsubscribe`)).toContain('has already unsubscribed')
    expect(await act('subscribers/gone/unsubscribe')).toContain('deleted in the meantime')
  },
)

test.each(dialects)(
  'a wish for no more email is recorded as the person’s own, from a subscriber and from a message (%s)',
  async (dialect) => {
    const { act, db, see } = await signIn(dialect)
    await fillConsole(db, now)
    await db.deleteFrom('suppressions').execute()
    const [message, subscriber] = details as [string, string]
    expect((await see(message)).body).toContain('Stop all email to them')
    expect((await see(subscriber)).body).toContain('Stop all email to them')
    const { email_key: person } = await db
      .selectFrom('subscribers')
      .select('email_key')
      .where('id', '=', 's0')
      .executeTakeFirstOrThrow()
    expect(await act(`${subscriber}/no-more-email`)).toContain(`${person} gets no more email`)
    expect(await act(`${message}/no-more-email`)).toContain('giulia.ferraro@example.com gets no')
    expect(await act('messages/gone/no-more-email')).toContain('deleted in the meantime')
    const rows = db.selectFrom('suppressions').select(['email_key', 'cause'])
    expect(await rows.orderBy('email_key').execute()).toEqual(
      [...new Set([person, 'giulia.ferraro@example.com'])]
        .toSorted()
        .map((email_key) => ({ email_key, cause: 'person' })),
    )
    const { body } = await see(subscriber)
    expect(body).toContain('They asked for no more email')
    expect(body).not.toContain('Stop all email to them')
  },
)

test('the page of a letter says how many would get it now', async () => {
  const { see, db } = await signIn('sqlite')
  await fillConsole(db, now)
  expect((await see('letters/launch')).body).toContain('<strong>30 people</strong> have confirmed')
})

test('the heading of Today is the day in UTC, as its counts are', async () => {
  const { see } = await signIn('sqlite')
  expect((await see('')).body).toMatch(/<h1>Sunday,? 1 March 2026(?:<!-- -->)? \(UTC\)/)
})

test('the reply to a message quotes it in the language of the page that it came from', async () => {
  const { see, db } = await signIn('sqlite')
  await fillConsole(db, now)
  const replyTo = async (message: string) =>
    decodeURIComponent(/mailto:[^"]*/.exec((await see(message)).body)![0])
  const [english] = details as [string]
  const italian = english.replace(/0$/, '2')
  expect(await replyTo(english)).toMatch(
    /subject=Your message to .*On 1 March 2026 you wrote:\r\n> We fill in/s,
  )
  expect(await replyTo(italian)).toMatch(
    /subject=Il tuo messaggio a .*Il tuo messaggio \(1º marzo 2026\):\r\n> Do you/s,
  )
})

test('Today shows the checks of doctor once they are done', async () => {
  const { see } = await signIn('sqlite')
  await see('')
  await eventually(async () => expect((await see('')).body).toContain('half full'))
})
