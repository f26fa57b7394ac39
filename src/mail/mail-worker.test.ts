import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { dialects } from '../../test/support/databases.ts'
import {
  claimDue,
  claimOptions,
  createClock,
  eventually,
  openOutbox,
  mailKinds,
} from '../../test/support/open-outbox.ts'
import { letterTo } from '../../test/support/letters.ts'
import { messageIds, recipients, silence } from '../../test/support/mail-server.ts'
import { storedReasons } from '#stored-reasons.ts'
import type { FindDrafts } from './mail-declaration.ts'

const receipt = mailKinds['message-receipt']

/** The kinds of mail, which report when a mail is begun. */
function kindsThatReport(onBegun: () => void) {
  const reporting =
    (find: FindDrafts): FindDrafts =>
    async (trx, ids, more) =>
      (await find(trx, ids, more)).map((draft) => ({
        ...draft,
        render(now, db) {
          onBegun()
          return draft.render(now, db)
        },
      }))
  const { letter } = mailKinds
  return {
    ...mailKinds,
    'message-receipt': { ...receipt, findDrafts: reporting(receipt.findDrafts) },
    letter: { ...letter, findDrafts: reporting(letter.findDrafts) },
  }
}

const maxInASecond = (times: number[]) =>
  Math.max(...times.map((from) => times.filter((at) => at >= from && at < from + 1000).length))

for (const dialect of dialects) {
  test(`the mail worker sends queued mail as soon as it is woken (${dialect})`, async () => {
    const { mailServer, clock, ...outbox } = await openOutbox(dialect)
    const worker = outbox.startWorker()
    for (const to of ['ada@example.com', 'ben@example.com']) {
      await outbox.queue({ to })
      worker.wake()
      await eventually(() =>
        expect(recipients(mailServer)).toContain(/\w+@example.com/.exec(to)![0]),
      )
    }
    await outbox.becomes([
      { status: 'sent', attempts: 1, due_at: clock().toISOString() },
      { status: 'sent', attempts: 1, due_at: clock().toISOString() },
    ])
    for (const id of messageIds(mailServer)) expect(id).toMatch(/^<[\w-]{36}@spunta\.example>$/)
  })

  test(`MAIL_PER_SECOND is not exceeded while mail is queued faster (${dialect})`, async () => {
    const { mailServer, ...outbox } = await openOutbox(dialect, {}, createClock(Date.now))
    const times: number[] = []
    const kinds = kindsThatReport(() => times.push(performance.now()))
    const worker = outbox.startWorker({ mailPerSecond: 20, kinds })
    const giveUpAt = performance.now() + 60_000
    for (let count = 0; mailServer.received.length < 30; count += 1) {
      expect(performance.now()).toBeLessThan(giveUpAt)
      await outbox.queue({ to: `person${count}@example.com` })
      worker.wake()
      await sleep(5)
    }
    // The limit allows a burst of a tenth of a second.
    expect(maxInASecond(times)).toBeLessThanOrEqual(23)
  })

  test(`a letter and other mail share MAIL_PER_SECOND (${dialect})`, async () => {
    const { mailServer, ...outbox } = await letterTo(dialect, 40)
    for (let count = 0; count < 5; count += 1) await outbox.queue()
    const times: number[] = []
    const kinds = kindsThatReport(() => times.push(performance.now()))
    outbox.startWorker({ mailPerSecond: 20, kinds })
    await eventually(() => expect(mailServer.received.length).toBeGreaterThan(30))
    expect(maxInASecond(times)).toBeLessThanOrEqual(23)
  })

  test(`mail beyond UNCONFIRMED_MAIL_PER_HOUR waits, newest first, and the owner is told once (${dialect})`, async () => {
    const { mailServer, clock, ...outbox } = await openOutbox(dialect)
    for (let number = 0; number < 8; number += 1) {
      await outbox.queue({ to: `person${number}@example.com` })
      clock.move(1000)
    }
    const worker = outbox.startWorker({ unconfirmedMailPerHour: 4, mailPerSecond: 5 })
    const owner = 'owner@company.example'
    await eventually(() => {
      expect(recipients(mailServer)).toHaveLength(4)
      expect(recipients(mailServer)).toContain(owner)
    })
    await outbox.queue({ to: 'newest@example.com' })
    await outbox.queue({ to: 'new@example.com', kind: 'message-notice' })
    worker.wake()
    await eventually(() =>
      expect(recipients(mailServer).filter((to) => to === owner)).toHaveLength(2),
    )
    clock.move(61_000)
    await eventually(() => {
      worker.wake()
      expect(recipients(mailServer)).toHaveLength(6)
      expect(recipients(mailServer)).toContain('newest@example.com')
    })
    await eventually(async () => {
      const sent = (await outbox.rows()).filter(({ status }) => status === 'sent')
      expect(sent).toHaveLength(6)
    })
    clock.move(3_601_000)
    await eventually(() => {
      worker.wake()
      expect(mailServer.received).toHaveLength(9)
    })
  })

  test(`a second server takes over from a dead one, and letter mail claimed by it is in doubt (${dialect})`, async () => {
    const { database, ...outbox } = await openOutbox(dialect, {}, createClock(Date.now))
    await outbox.queue()
    const dead = await database.db.updateTable('lease').set({ holder: 'dead' }).execute()
    expect(dead).toBeDefined()
    await claimDue(database, () => new Date(), 'dead')
    const { about_id, created_at } = (await outbox.rows())[0]!
    const lettered = {
      id: 'launch.x',
      kind: 'letter',
      letter: 'launch',
      about_id,
      created_at,
    } as const
    const row = {
      ...lettered,
      status: 'sending',
      attempts: 0,
      due_at: created_at,
      claimed_by: 'dead',
    } as const
    await database.db.insertInto('outbox').values(row).execute()
    outbox.startWorker()
    await eventually(async () => {
      const rows = await outbox.rows()
      const states = rows.map(({ kind, status, last_error }) => [kind, `${status}: ${last_error}`])
      expect(Object.fromEntries(states)).toEqual({
        letter: `in_doubt: ${storedReasons.processEnded}`,
        'message-receipt': 'sent: null',
      })
    })
  })

  test(`a stopped mail worker finishes the mail in flight and releases the rest (${dialect})`, async () => {
    const { mailServer: slow, ...outbox } = await openOutbox(dialect)
    slow.replies.dot = { line: '250 taken', afterMs: 300 }
    for (let count = 0; count < 12; count += 1) await outbox.queue()
    let begun = 0
    const worker = outbox.startWorker({ kinds: kindsThatReport(() => (begun += 1)) })
    // The first alone, then five at once, of a claim of all others.
    await eventually(() => expect(begun).toBeGreaterThan(5))
    const inFlightOrSent = begun
    await worker.stop()
    const rows = await outbox.rows()
    expect(rows.map(({ status, attempts }) => `${status} ${attempts}`).toSorted()).toEqual([
      ...Array.from({ length: 12 - inFlightOrSent }, () => 'queued 0'),
      ...Array.from({ length: inFlightOrSent }, () => 'sent 1'),
    ])
  })

  test(`mail that is still being sent is not sent again after another server had the lease (${dialect})`, async () => {
    const { mailServer, db, ...outbox } = await openOutbox(dialect)
    const worker = outbox.startWorker({ silenceMs: 600_000 })
    // The worker sends several mails at once only after the server has accepted one.
    await outbox.queue({ to: 'first@example.com' })
    worker.wake()
    await outbox.becomes([{ status: 'sent' }])
    mailServer.replies.dot = (to) => (to.startsWith('slow') ? silence : undefined)
    await outbox.queue({ to: 'slow@example.com' })
    worker.wake()
    const dots = () => mailServer.lines.filter((line) => line === '.').length
    await eventually(() => expect(dots()).toBe(2))
    await db
      .updateTable('outbox')
      .set({ status: 'queued' })
      .where('status', '=', 'sending')
      .execute()
    worker.wake()
    await outbox.becomes([{ status: 'sent' }, { status: 'sending' }])
    await outbox.queue({ to: 'third@example.com' })
    await eventually(() => {
      worker.wake()
      expect(recipients(mailServer)).toContain('third@example.com')
    })
    expect(dots()).toBe(3)
    await mailServer.hangUp()
  })

  test(`a short database outage while a mail is sent does not send it twice (${dialect})`, async () => {
    const { mailServer: slow, db, ...outbox } = await openOutbox(dialect)
    slow.replies.dot = { line: '250 taken', afterMs: 200 }
    await outbox.queue()
    const worker = outbox.startWorker()
    await eventually(() => expect(slow.lines).toContain('.'))
    await sql`alter table outbox rename to outbox_away`.execute(db)
    await new Promise((resolve) => setTimeout(resolve, 500))
    worker.wake()
    await sql`alter table outbox_away rename to outbox`.execute(db)
    worker.wake()
    await outbox.becomes([{ status: 'sent', attempts: 1 }])
    expect(slow.lines.filter((line) => line === '.')).toHaveLength(1)
  })
}

test('a mail worker that is woken looks at the outbox at once, not at its next poll', async () => {
  const { startWorker } = await openOutbox('sqlite')
  let looks = 0
  const isHeld = () => (looks += 1) > 0
  const worker = startWorker({ lease: { ...claimOptions().lease, isHeld } })
  const begunAt = performance.now()
  for (let count = 0; count < 10; count += 1) {
    const before = looks
    worker.wake()
    await eventually(() => expect(looks).toBeGreaterThan(before))
  }
  // Ten polls would take ten seconds.
  expect(performance.now() - begunAt).toBeLessThan(5000)
})

test('a stopped mail worker does not wait for a mail server that no longer responds', async () => {
  const { mailServer: mute, ...outbox } = await openOutbox('sqlite', { dot: silence })
  await outbox.queue()
  const worker = outbox.startWorker({ silenceMs: 600_000 })
  await eventually(() => expect(mute.lines).toContain('.'))
  await worker.stop()
  expect(await outbox.rows()).toMatchObject([{ status: 'queued', attempts: 1 }])
})

test('a mail the server is slow to accept does not delay later mail', async () => {
  const dot = (address: string) => (address.startsWith('slow') ? silence : undefined)
  const { mailServer, ...outbox } = await openOutbox('sqlite', { dot })
  const worker = outbox.startWorker({ silenceMs: 600_000 })
  for (const [to, isTaken] of [
    ['first@example.com', () => expect(recipients(mailServer)).toContain('first@example.com')],
    [
      'slow@example.com',
      () => expect(mailServer.lines.filter((line) => line === '.')).toHaveLength(2),
    ],
    ['third@example.com', () => expect(recipients(mailServer)).toContain('third@example.com')],
  ] as const) {
    await outbox.queue({ to })
    worker.wake()
    await eventually(isTaken)
  }
  const [, slow] = await outbox.rows()
  expect(slow).toMatchObject({ to: 'slow@example.com', status: 'sending' })
})

test('a mail that fails to render stays queued with its error, and other mail is sent', async () => {
  const outbox = await openOutbox('sqlite')
  const failing: FindDrafts = async (trx, ids, more) => {
    const render = () => {
      throw new Error('cannot render')
    }
    return (await receipt.findDrafts(trx, ids, more)).map((draft) => ({ ...draft, render }))
  }
  await outbox.queue({ kind: 'message-receipt' })
  await outbox.queue({ kind: 'message-notice', to: 'ben@example.com' })
  outbox.startWorker({
    kinds: { ...mailKinds, 'message-receipt': { ...receipt, findDrafts: failing } },
  })
  await outbox.becomes([
    { status: 'queued', attempts: 1, last_error: 'cannot render' },
    { status: 'sent' },
  ])
})
