import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, onTestFinished, test, vi } from 'vitest'
import { dialects } from '../../test/support/databases.ts'
import { letterTo } from '../../test/support/letters.ts'
import { claimOptions, createClock, eventually } from '../../test/support/open-outbox.ts'
import { recipients, silence } from '../../test/support/mail-server.ts'
import { LeaseLost } from '#database/lease.ts'
import { suppress } from '#mail/suppressions.ts'
import { erasePerson } from '#privacy/erase-person.ts'
import { unsubscribe } from '#subscribers/unsubscribe.ts'

const person = (number: number) => `person${number}@example.com`

for (const dialect of dialects) {
  test(`each subscriber gets a letter once if two servers run (${dialect})`, async () => {
    const { mailServer, ...outbox } = await letterTo(dialect, 200, {}, createClock())
    outbox.startWorker()
    outbox.startWorker()
    await outbox.becomes({ sent: 200 })
    expect(recipients(mailServer)).toHaveLength(200)
    expect(new Set(recipients(mailServer)).size).toBe(200)
  })

  test(`transactional mail is sent before the rest of a letter (${dialect})`, async () => {
    const { mailServer, ...outbox } = await letterTo(dialect, 300)
    const worker = outbox.startWorker({ mailPerSecond: 100 })
    await eventually(() => expect(mailServer.received.length).toBeGreaterThan(10))
    await outbox.queue({ to: 'new@example.com' })
    worker.wake()
    await eventually(() => expect(recipients(mailServer)).toContain('new@example.com'))
    expect(mailServer.received.length).toBeLessThan(200)
  })

  test(`a letter keeps a share of the pace while other mail waits (${dialect})`, async () => {
    const { mailServer, ...outbox } = await letterTo(dialect, 40)
    for (let number = 0; number < 120; number += 1) {
      await outbox.queue({ to: `visitor${number}@example.com` })
    }
    outbox.startWorker({ mailPerSecond: 50 })
    await eventually(() => expect(mailServer.received.length).toBeGreaterThanOrEqual(40))
    const first = recipients(mailServer).slice(0, 40)
    const letters = first.filter((address) => address.startsWith('person'))
    expect(letters.length).toBeGreaterThan(0)
    expect(letters.length).toBeLessThan(20)
  })

  test(`transactional mail is sent while letter mail hangs at the server (${dialect})`, async () => {
    const goesAway = { line: '421 closing', afterMs: 1000 }
    let begun = 0
    let fourth: string | undefined
    const isLetter = (address: string) => address.startsWith('person')
    const { mailServer, db, ...outbox } = await letterTo(dialect, 20, {
      rcpt(address) {
        if (!isLetter(address)) return undefined
        begun += 1
        if (begun === 4) fourth = address
        // Every time, because nodemailer retries once on a new connection if the first was reused.
        if (address === fourth) return goesAway
        return begun % 2 === 0 ? silence : undefined
      },
      dot: (address) => (isLetter(address) ? silence : undefined),
    })
    const worker = outbox.startWorker({ silenceMs: 600_000 })
    const tried = () => db.selectFrom('outbox').selectAll().where('attempts', '>', 0)
    const wasLeft = async () => (await tried().where('kind', '=', 'letter').execute()).length > 0
    // Before the server has accepted anything, while it works, and after it has disconnected once.
    for (const [name, isTime] of [
      ['ada', () => begun === 1],
      ['ben', () => begun >= 4],
      ['eve', wasLeft],
    ] as const) {
      await eventually(async () => expect(await isTime()).toBe(true))
      const all = [1, 2, 3, 4].map((number) => `${name}${number}@example.com`)
      for (const to of all) await outbox.queue({ to })
      worker.wake()
      await eventually(() => expect(recipients(mailServer)).toEqual(expect.arrayContaining(all)))
    }
  })

  test(`people who unsubscribe while the mail server is slow get no letter (${dialect})`, async () => {
    const { mailServer, db, clock, ...outbox } = await letterTo(dialect, 20, { dot: silence })
    outbox.startWorker({ silenceMs: 60_000 })
    const begun = () => mailServer.lines.filter((line) => line.startsWith('RCPT'))
    await eventually(() => expect(begun()).toHaveLength(1))
    const people = await db.selectFrom('subscribers').select('id').execute()
    for (const { id } of people) await unsubscribe(db, id, clock())
    await sleep(250)
    await mailServer.hangUp()
    await outbox.becomes({ in_doubt: 1, skipped: 19 })
    expect(begun()).toHaveLength(1)
  })

  test(`somebody who unsubscribes while the process is suspended after a claim gets no letter (${dialect})`, async () => {
    const { mailServer, db, clock, ...outbox } = await letterTo(dialect, 1)
    const { id } = await db.selectFrom('subscribers').select('id').executeTakeFirstOrThrow()
    let state: 'before' | 'suspended' | 'after' = 'before'
    const check = async () => {
      if (state === 'suspended') throw new LeaseLost()
      if (state === 'after') return
      state = 'suspended'
      // When it wakes up, its claim was committed ten seconds ago.
      const now = performance.now.bind(performance)
      vi.spyOn(performance, 'now').mockImplementation(() => now() + 10_000)
      onTestFinished(() => void vi.restoreAllMocks())
      void unsubscribe(db, id, clock()).then(() => (state = 'after'))
    }
    outbox.startWorker({ lease: { ...claimOptions().lease, check } })
    await outbox.becomes({ skipped: 1 })
    expect(mailServer.received).toEqual([])
  })

  test(`people who unsubscribe while a letter is sent get nothing afterwards (${dialect})`, async () => {
    const { mailServer, db, clock, ...outbox } = await letterTo(dialect, 300)
    const people = await db.selectFrom('subscribers').select(['id', 'email']).execute()
    outbox.startWorker({ mailPerSecond: 400 })
    const leftAt = new Map<string, number>()
    for (const { id, email } of people.toReversed()) {
      if (mailServer.received.length > 250) break
      await unsubscribe(db, id, clock())
      leftAt.set(email, performance.now())
      await sleep(2)
    }
    await eventually(async () =>
      expect(await outbox.counts()).toMatchObject({ queued: 0, sending: 0 }),
    )
    const { sent, skipped } = await outbox.counts()
    expect(sent + skipped).toBe(300)
    expect(skipped).toBeGreaterThan(0)
    expect(new Set(recipients(mailServer)).size).toBe(sent)
    // A claim lasts half a second; a loaded machine may take longer to send claimed mail.
    const late = mailServer.received.filter(({ to, at }) => at - (leftAt.get(to[0]!) ?? at) > 3000)
    expect(late).toEqual([])
  })

  test(`a letter skips people who asked for no more email, bounced or were erased (${dialect})`, async () => {
    const { mailServer, db, clock, ...outbox } = await letterTo(dialect, 4)
    await suppress(db, [person(0)], { cause: 'person', reason: 'no more email' }, clock())
    await suppress(db, [person(1)], { cause: 'bounce', reason: '550 unknown' }, clock())
    await erasePerson(db, person(2), 'secret', clock())
    outbox.startWorker()
    await outbox.becomes({ sent: 1, skipped: 3 })
    expect(recipients(mailServer)).toEqual([person(3)])
  })
}

test('each subscriber gets a letter once if PostgreSQL drops every connection several times', async () => {
  const { mailServer, database, ...outbox } = await letterTo('postgres', 200)
  outbox.startWorker({ mailPerSecond: 200 })
  for (let drops = 1; drops <= 8; drops += 1) {
    await eventually(() => expect(mailServer.received.length).toBeGreaterThan(drops * 15))
    await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`.execute(database.db)
  }
  await outbox.becomes({ sent: 200 })
  expect(recipients(mailServer)).toHaveLength(200)
})
