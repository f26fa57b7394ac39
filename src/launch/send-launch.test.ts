import { hostname } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { dialects, openTestDatabase, type DialectName } from '../../test/support/databases.ts'
import { hangUp, openInbox, openRawSmtp } from '../../test/support/smtp.ts'
import { seedSubscribers } from '../../test/support/subscribers.ts'
import { createSmtpTransport } from '#mail/smtp-transport.ts'
import { unsubscribe, unsubscribeWithin } from '#newsletter/unsubscribe.ts'
import { claimRecipients } from './claim-recipients.ts'
import { beat, buryDeadRuns } from './launch-runs.ts'
import { countLedger, listNotReached } from './launch-status.ts'
import { resolveDoubts } from './resolve-doubts.ts'
import { sendLaunch, type SendLaunchOptions } from './send-launch.ts'
import { startLaunch } from './start-launch.ts'

const clock = () => new Date()

async function launchTo(dialect: DialectName, people: number) {
  const database = await openTestDatabase(dialect)
  await seedSubscribers(database.db, people)
  await startLaunch(database, { subject: 'We are live', body: 'Hello' }, clock())
  return database
}

function runOptions(
  database: SendLaunchOptions['database'],
  url: string,
  more: Partial<SendLaunchOptions> = {},
): SendLaunchOptions {
  return {
    database,
    transport: createSmtpTransport({ url, from: 'site@example.com' }),
    mailFor: ({ email, subscriberId }) => ({
      to: email,
      subject: 'We are live',
      html: '<p>Hello</p>',
      text: 'Hello',
      replyTo: null,
      unsubscribeUrl: null,
      messageId: `${subscriberId}@example.com`,
      date: clock(),
    }),
    mailPerSecond: 1_000_000,
    retryPausesMs: [20, 40],
    clock,
    signal: new AbortController().signal,
    onPause: () => {},
    ...more,
  }
}

const nobody = { queued: 0, sending: 0, sent: 0, failed: 0, in_doubt: 0, skipped: 0 }

for (const dialect of dialects) {
  test(`everyone gets the letter once, also with two runs at work at once (${dialect})`, async () => {
    const database = await launchTo(dialect, 600)
    const inbox = await openInbox()
    const ends = await Promise.all([
      sendLaunch(runOptions(database, inbox.url)),
      sendLaunch(runOptions(database, inbox.url)),
    ])
    expect(ends).toEqual([{ kind: 'finished' }, { kind: 'finished' }])
    const recipients = inbox.received.flatMap(({ to }) => to)
    expect(recipients).toHaveLength(600)
    expect(new Set(recipients).size).toBe(600)
    expect(await countLedger(database.db)).toEqual({ ...nobody, sent: 600 })
  })

  test(`claims made at the same moment never overlap (${dialect})`, async () => {
    const { db, kind } = await launchTo(dialect, 400)
    const claims = await Promise.all(
      Array.from({ length: 8 }, (_, run) => {
        const options = { runId: `run ${run}`, most: 50, mostAttempts: 1, perSecond: 1_000_000 }
        return db.transaction().execute((trx) => claimRecipients(trx, kind, options, clock()))
      }),
    )
    const claimed = claims.flatMap((claim) => claim ?? []).map(({ subscriberId }) => subscriberId)
    expect(claimed).toHaveLength(400)
    expect(new Set(claimed).size).toBe(400)
  })

  test(`whoever unsubscribes before their turn gets nothing (${dialect})`, async () => {
    const database = await launchTo(dialect, 300)
    const { db } = database
    const inbox = await openInbox()
    const people = await db.selectFrom('subscribers').select(['id', 'email']).execute()
    const running = sendLaunch(runOptions(database, inbox.url, { mailPerSecond: 400 }))
    const leftInTime: string[] = []
    for (const { id, email } of people.toReversed()) {
      if (inbox.received.length > 250) break
      await unsubscribe(db, id, clock())
      const { state } = await db
        .selectFrom('launch_recipients')
        .select('state')
        .where('subscriber_id', '=', id)
        .executeTakeFirstOrThrow()
      if (state === 'queued' || state === 'skipped') leftInTime.push(email)
      await sleep(2)
    }
    await running
    const counts = await countLedger(db)
    expect(counts).toEqual({ ...nobody, sent: 300 - leftInTime.length, skipped: leftInTime.length })
    expect(leftInTime.length).toBeGreaterThan(0)
    const recipients = new Set(inbox.received.flatMap(({ to }) => to))
    expect(recipients.size).toBe(counts.sent)
    expect(leftInTime.filter((email) => recipients.has(email))).toEqual([])
  })

  test(`an unsubscription that is being written while we claim counts (${dialect})`, async () => {
    const database = await launchTo(dialect, 1)
    const inbox = await openInbox()
    const { id } = await database.db
      .selectFrom('subscribers')
      .select('id')
      .executeTakeFirstOrThrow()
    const leaving = await database.db.startTransaction().execute()
    await unsubscribeWithin(leaving, id, clock())
    const running = sendLaunch(runOptions(database, inbox.url))
    await sleep(300)
    await leaving.commit().execute()
    await running
    expect(inbox.received).toEqual([])
    expect(await countLedger(database.db)).toEqual({ ...nobody, skipped: 1 })
  })

  test(`whoever objected, or was refused by a mail server before, gets nothing (${dialect})`, async () => {
    const database = await launchTo(dialect, 3)
    const inbox = await openInbox()
    const at = clock().toISOString()
    await database.db
      .insertInto('objections')
      .values({ email_key: 'person0@example.com', objected_at: at })
      .execute()
    await database.db
      .insertInto('suppressions')
      .values({ email_key: 'person1@example.com', reason: '550 unknown', created_at: at })
      .execute()
    await sendLaunch(runOptions(database, inbox.url))
    expect(inbox.received.flatMap(({ to }) => to)).toEqual(['person2@example.com'])
    expect(await countLedger(database.db)).toEqual({ ...nobody, sent: 1, skipped: 2 })
  })

  test(`an address refused for good is failed and never written to again (${dialect})`, async () => {
    const database = await launchTo(dialect, 3)
    const inbox = await openInbox()
    inbox.answers.rcpt = (address) =>
      address === 'person1@example.com' ? '550 5.1.1 <person1@example.com> unknown' : undefined
    expect(await sendLaunch(runOptions(database, inbox.url))).toEqual({ kind: 'finished' })
    expect(await countLedger(database.db)).toEqual({ ...nobody, sent: 2, failed: 1 })
    const suppressed = await database.db.selectFrom('suppressions').select('email_key').execute()
    expect(suppressed).toEqual([{ email_key: 'person1@example.com' }])
    const { reason } = await database.db
      .selectFrom('launch_recipients')
      .select('reason')
      .where('state', '=', 'failed')
      .executeTakeFirstOrThrow()
    expect(reason).toContain('unknown')
    expect(reason).not.toContain('person1@')
  })

  test(`a refusal for now is tried again within the run, then left for the next (${dialect})`, async () => {
    const database = await launchTo(dialect, 3)
    const inbox = await openInbox()
    let tries = 0
    inbox.answers.rcpt = (address) => {
      if (address === 'person0@example.com') return '451 later'
      if (address === 'person1@example.com' && tries++ < 2) return '450 greylisted'
      return undefined
    }
    expect(await sendLaunch(runOptions(database, inbox.url))).toEqual({ kind: 'left-queued' })
    expect(tries).toBe(3)
    expect(await countLedger(database.db)).toEqual({ ...nobody, sent: 2, queued: 1 })
    delete inbox.answers.rcpt
    expect(await sendLaunch(runOptions(database, inbox.url))).toEqual({ kind: 'finished' })
    expect(inbox.received.flatMap(({ to }) => to).toSorted()).toEqual(
      [0, 1, 2].map((number) => `person${number}@example.com`),
    )
  })

  test(`a mail whose fate nobody knows is in doubt until the owner decides (${dialect})`, async () => {
    const database = await launchTo(dialect, 2)
    const broken = await openRawSmtp({ dot: hangUp })
    const end = await sendLaunch(runOptions(database, broken.url))
    expect(end).toEqual({ kind: 'finished' })
    expect(await countLedger(database.db)).toEqual({ ...nobody, in_doubt: 2 })
    const inbox = await openInbox()
    await sendLaunch(runOptions(database, inbox.url))
    expect(inbox.received).toEqual([])
    expect(await resolveDoubts(database.db, 'resend', clock())).toBe(2)
    await sendLaunch(runOptions(database, inbox.url))
    expect(inbox.received).toHaveLength(2)
    expect(await countLedger(database.db)).toEqual({ ...nobody, sent: 2 })
  })

  test(`a wrong password stops the run, and nobody is lost (${dialect})`, async () => {
    const database = await launchTo(dialect, 20)
    const inbox = await openInbox({ password: 'another' })
    const end = await sendLaunch(runOptions(database, inbox.url))
    expect(end.kind).toBe('authentication')
    expect(inbox.logins).toHaveLength(1)
    expect(await countLedger(database.db)).toEqual({ ...nobody, queued: 20 })
  })

  test(`a server that will not have the letter fails nobody for it (${dialect})`, async () => {
    const database = await launchTo(dialect, 20)
    const inbox = await openInbox()
    inbox.answers.data = '554 5.7.1 looks like spam'
    const end = await sendLaunch(runOptions(database, inbox.url))
    expect(end.kind).toBe('rejected')
    expect(await countLedger(database.db)).toEqual({ ...nobody, queued: 20 })
  })

  test(`a server that is down stops the run after growing pauses (${dialect})`, async () => {
    const database = await launchTo(dialect, 40)
    const inbox = await openInbox()
    await inbox.close()
    const pauses: string[] = []
    const end = await sendLaunch(
      runOptions(database, inbox.url, { onPause: (sentence) => pauses.push(sentence) }),
    )
    expect(end.kind).toBe('unavailable')
    expect(pauses.length).toBeGreaterThan(0)
    expect(await countLedger(database.db)).toEqual({ ...nobody, queued: 40 })
  })

  test(`a stop finishes what is under way and gives back the rest (${dialect})`, async () => {
    const database = await launchTo(dialect, 400)
    const inbox = await openInbox()
    const stopping = new AbortController()
    const options = runOptions(database, inbox.url, {
      signal: stopping.signal,
      mailPerSecond: 400,
    })
    const running = sendLaunch(options)
    while (inbox.received.length < 50) await sleep(5)
    stopping.abort()
    expect(await running).toEqual({ kind: 'stopped' })
    const counts = await countLedger(database.db)
    expect(counts).toEqual({
      ...nobody,
      sent: inbox.received.length,
      queued: 400 - inbox.received.length,
    })
    expect(await database.db.selectFrom('launch_runs').selectAll().execute()).toEqual([])
  })

  test(`what a dead run had in its hands is in doubt, and a live run keeps what is its own (${dialect})`, async () => {
    const { db } = await launchTo(dialect, 3)
    const now = clock()
    const claim = async (runId: string, email: string) =>
      await db
        .updateTable('launch_recipients')
        .set({ state: 'sending', run_id: runId })
        .where('subscriber_id', 'in', (query) =>
          query.selectFrom('subscribers').select('id').where('email', '=', email),
        )
        .execute()
    await beat(db, 'alive', now)
    await db
      .insertInto('launch_runs')
      .values([
        { id: 'silent', host: 'elsewhere', pid: 1, beat_at: '2026-01-01T00:00:00.000Z' },
        // No process has this number.
        {
          id: 'gone',
          host: hostname(),
          pid: 2 ** 30,
          beat_at: now.toISOString(),
        },
      ])
      .execute()
    await claim('alive', 'person0@example.com')
    await claim('silent', 'person1@example.com')
    await claim('gone', 'person2@example.com')
    await buryDeadRuns(db, now)
    expect(await countLedger(db)).toEqual({ ...nobody, sending: 1, in_doubt: 2 })
    const named = await Array.fromAsync(listNotReached(db), ({ email }) => String(email))
    expect(named.toSorted()).toEqual(['person1@example.com', 'person2@example.com'])
  })

  test(`two that start at once start one launch (${dialect})`, async () => {
    const database = await openTestDatabase(dialect)
    await seedSubscribers(database.db, 5)
    const [one, two] = await Promise.all([
      startLaunch(database, { subject: 'One', body: 'x' }, clock()),
      startLaunch(database, { subject: 'Two', body: 'x' }, clock()),
    ])
    expect(one).toEqual(two)
    expect(one.audience).toBe(5)
    expect(await countLedger(database.db)).toEqual({ ...nobody, queued: 5 })
  })
}
