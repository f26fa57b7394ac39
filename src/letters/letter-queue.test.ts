import { pino } from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { dialects, during, openTestDatabase } from '../../test/support/databases.ts'
import { letter, queueDue, sendAt } from '../../test/support/letters.ts'
import { claimDue, claimOptions, eventually } from '../../test/support/open-outbox.ts'
import { seedSubscribers } from '../../test/support/seed-subscribers.ts'
import { openTestApp } from '../../test/support/test-app.ts'
import { periodStart } from '#content/periods.ts'
import type { Database } from '#database/connect.ts'
import type { Db, Trx } from '#database/schema.ts'
import { suppress } from '#mail/suppressions.ts'
import { erasePerson } from '#privacy/erase-person.ts'
import { queueFirstLetters, queueDueLetters, startLetterQueue } from './letter-queue.ts'
import { readLetterStatus, scheduleLetter, stopLetter } from './stored-letters.ts'
import { unsubscribe } from '#subscribers/unsubscribe.ts'

const now = new Date('2026-03-05T10:00:00.000Z')
const dueAt = new Date('2026-03-05T12:00:00.000Z')
const ms = (after: number) => new Date(dueAt.getTime() + after)
const person = (number: number) => `person${number}@example.com`

const recipientsOf = async (db: Db) => {
  const mails = db.selectFrom('outbox').innerJoin('subscribers', 'subscribers.id', 'about_id')
  return (await mails.select('email').execute()).map(({ email }) => email).toSorted()
}

const confirmAt = (db: Db, number: number, at: Date) =>
  db
    .updateTable('subscribers')
    .set({ status: 'confirmed', confirmed_at: at.toISOString() })
    .where('email', '=', person(number))
    .execute()

for (const dialect of dialects) {
  test(`a letter goes to everyone who is confirmed at its time, and to nobody else (${dialect})`, async () => {
    const database = await openTestDatabase(dialect)
    const { db } = database
    await seedSubscribers(db, 9)
    await scheduleLetter(db, letter, { dueAt, now })
    const waiting = { state: 'scheduled', audience: 9, queued: 9 }
    expect(await readLetterStatus(db, 'launch')).toMatchObject(waiting)
    const people = await db.selectFrom('subscribers').select('id').orderBy('email').execute()
    await db
      .updateTable('subscribers')
      .set({ status: 'pending', confirmed_at: null })
      .where('email', '=', person(0))
      .execute()
    await unsubscribe(db, people[1]!.id, now)
    await erasePerson(db, person(2), 'secret', now)
    await suppress(db, [person(3)], { cause: 'person', reason: 'no more email' }, now)
    await confirmAt(db, 4, ms(-1))
    await confirmAt(db, 5, dueAt)
    await confirmAt(db, 6, ms(1))
    await queueDue(db, ms(-1))
    expect(await db.selectFrom('outbox').select('id').execute()).toEqual([])
    await queueDue(db, ms(2))
    const claimed = await claimDue(database, () => ms(2))
    expect(claimed.map(({ draft }) => draft.to).toSorted()).toEqual([4, 5, 7, 8].map(person))
    expect(await readLetterStatus(db, 'launch')).toMatchObject({ audience: 5, skipped: 1 })
  })

  test(`a letter does not go to a subscription that expires before its time (${dialect})`, async () => {
    const { db } = await openTestDatabase(dialect)
    await seedSubscribers(db, 3)
    const start = periodStart('subscriptionMonths', dueAt).getTime()
    for (const [number, after] of [-1, 1].entries()) {
      const at = new Date(start + after).toISOString()
      const old = { asked_at: at, confirmed_at: at }
      await db.updateTable('subscribers').set(old).where('email', '=', person(number)).execute()
    }
    await scheduleLetter(db, letter, { dueAt, now })
    await queueDue(db, ms(3_600_000))
    expect(await recipientsOf(db)).toEqual([1, 2].map(person))
  })

  test(`queueing that was interrupted continues, and nothing goes out before its end (${dialect})`, async () => {
    const database = await openTestDatabase(dialect)
    const { db } = database
    await seedSubscribers(db, 1200)
    await scheduleLetter(db, letter, { dueAt, now })
    let batches = 0
    const { lease } = claimOptions()
    const check = async () => {
      batches += 1
      if (batches === 3) throw new Error('killed')
    }
    const options = { db, lease: { ...lease, check }, clock: () => dueAt }
    await expect(queueDueLetters(options)).rejects.toThrow('killed')
    expect(await readLetterStatus(db, 'launch')).toMatchObject({ state: 'preparing', queued: 1000 })
    expect(await claimDue(database, () => dueAt)).toEqual([])
    await queueDue(db, ms(60_000))
    const all = { state: 'started', audience: 1200, queued: 1200, queued_at: dueAt.toISOString() }
    expect(await readLetterStatus(db, 'launch')).toMatchObject(all)
  })

  test(`a letter stopped between its time and its queueing, or during it, goes no further (${dialect})`, async () => {
    const { db } = await openTestDatabase(dialect)
    // Many batches, so that the stop is not later than the last.
    await seedSubscribers(db, 5000)
    await scheduleLetter(db, letter, { dueAt, now })
    let batches = 0
    const lease = {
      ...claimOptions().lease,
      async check() {
        batches += 1
        if (batches === 2) void stopLetter(db, 'launch', dueAt)
      },
    }
    await queueDueLetters({ db, lease, clock: () => dueAt })
    await eventually(async () => {
      const { state, queued, skipped, audience } = (await readLetterStatus(db, 'launch'))!
      expect({ state, queued }).toEqual({ state: 'stopped', queued: 0 })
      expect(skipped).toBe(audience)
      expect(audience).toBeLessThan(5000)
    })
    const april = { ...letter, name: 'april' }
    await scheduleLetter(db, april, { dueAt, now })
    await stopLetter(db, 'april', dueAt)
    await queueDue(db, dueAt)
    expect(await readLetterStatus(db, 'april')).toMatchObject({ state: 'stopped', audience: 0 })
  })

  test(`a letter that is scheduled again for later, while another one is queued, waits (${dialect})`, async () => {
    const { db } = await openTestDatabase(dialect)
    await seedSubscribers(db, 3)
    const april = { ...letter, name: 'april' }
    await scheduleLetter(db, letter, { dueAt, now })
    await scheduleLetter(db, april, { dueAt, now: ms(1) })
    const lease = {
      ...claimOptions().lease,
      async check(trx: Trx) {
        const change = { due_at: ms(86_400_000).toISOString() }
        await trx.updateTable('letters').set(change).where('name', '=', 'april').execute()
      },
    }
    await queueDueLetters({ db, lease, clock: () => dueAt })
    expect(await readLetterStatus(db, 'launch')).toMatchObject({ state: 'started', audience: 3 })
    expect(await readLetterStatus(db, 'april')).toMatchObject({
      state: 'scheduled',
      queued_at: null,
    })
  })

  test(`somebody confirmed by a server whose clock is a second slow gets the letter that is already queued (${dialect})`, async () => {
    const app = await openTestApp(dialect)
    await seedSubscribers(app.db, 2)
    await sendAt(app.db, new Date(app.settings.clock().getTime() + 1000))
    for (const email of ['ada@example.com', 'ben@example.com']) {
      await app.submit({ email })
      await app.post(await app.linkTo(email, 'confirm'))
      // The second time, this server's clock is past the letter's.
      app.passDays(1)
    }
    const status = { state: 'started', audience: 3, queued: 3 }
    expect(await readLetterStatus(app.db, 'launch')).toMatchObject(status)
    const everybody = [...[0, 1].map(person), 'ada@example.com']
    expect(await recipientsOf(app.db)).toEqual(everybody.toSorted())
  })

  test(`nobody who confirms joins a letter that was stopped, or is not due yet (${dialect})`, async () => {
    const app = await openTestApp(dialect)
    const signedUpAt = app.settings.clock()
    const soon = new Date(signedUpAt.getTime() + 1000)
    await sendAt(app.db, soon)
    await stopLetter(app.db, 'launch', signedUpAt)
    await scheduleLetter(app.db, { ...letter, name: 'later' }, { dueAt: soon, now: signedUpAt })
    await app.submit({ email: 'ada@example.com' })
    await app.post(await app.linkTo('ada@example.com', 'confirm'))
    expect(await recipientsOf(app.db)).toEqual([])
  })

  test(`a confirmation that is committed while a letter is queued is not missed (${dialect})`, async () => {
    const database: Database = await openTestDatabase(dialect)
    const { db } = database
    await seedSubscribers(db, 1, 'pending')
    const { id } = await db.selectFrom('subscribers').select('id').executeTakeFirstOrThrow()
    await scheduleLetter(db, letter, { dueAt, now })
    await during(
      database,
      async (trx) => {
        await confirmAt(trx, 0, ms(-1))
        await queueFirstLetters(trx, id, { now: ms(-1), sendsWelcome: false })
      },
      () => queueDue(db, dueAt),
    )
    expect(await recipientsOf(db)).toEqual([person(0)])
  })

  test(`the server that holds the lease queues a letter once its database answers again (${dialect})`, async () => {
    const { db } = await openTestDatabase(dialect)
    await seedSubscribers(db, 3)
    await scheduleLetter(db, letter, { dueAt, now })
    let isHeld = false
    let isGone = true
    const lease = {
      isHeld: () => isHeld,
      async check() {
        if (isGone) throw new Error('Connection terminated')
      },
    }
    const logLines: string[] = []
    const log = pino({}, { write: (line: string) => void logLines.push(line) })
    let woken = 0
    const onQueued = () => void (woken += 1)
    const queue = startLetterQueue({ db, lease, clock: () => dueAt, log, onQueued, pollMs: 5 })
    onTestFinished(() => queue.stop())
    isHeld = true
    await eventually(() => expect(logLines.join()).toContain('letters not queued'))
    expect(await readLetterStatus(db, 'launch')).toMatchObject({ state: 'scheduled' })
    isGone = false
    await eventually(() => expect(woken).toBe(1))
    expect(await readLetterStatus(db, 'launch')).toMatchObject({ state: 'started', queued: 3 })
  })
}
