import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { dialects } from '../../test/support/databases.ts'
import { claimDue, createClock, eventually, openOutbox } from '../../test/support/open-outbox.ts'
import { letterTo } from '../../test/support/letters.ts'
import { hangUp, recipients, type MailServer } from '../../test/support/mail-server.ts'
import { pauseForServer, pauseMail, readPauses, resumeMail } from './mail-pause.ts'

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs
const loginsAt = ({ lines }: MailServer) => lines.filter((line) => line.startsWith('AUTH'))

for (const dialect of dialects) {
  test(`if the server rejects every recipient of a kind, their mail stays queued for a retry (${dialect})`, async () => {
    const { mailServer, clock, ...outbox } = await openOutbox(dialect)
    mailServer.replies.rcpt = (address) =>
      address.startsWith('owner') ? undefined : '550 5.1.1 relay not permitted'
    for (let number = 0; number < 30; number++) {
      await outbox.queue({ to: `person${number}@example.com` })
    }
    const worker = outbox.startWorker()
    // Mail of another kind is still sent.
    await outbox.queue({ kind: 'message-notice' })
    worker.wake()
    await eventually(() => expect(recipients(mailServer)).toEqual(['owner@company.example']))
    const receipts = async () =>
      (await outbox.rows()).filter(({ kind }) => kind === 'message-receipt')
    await eventually(async () => {
      for (const row of await receipts())
        expect(row).toMatchObject({ status: 'queued', attempts: 1 })
    })
    await worker.stop()
    expect(await outbox.db.selectFrom('suppressions').selectAll().execute()).toEqual([])
    expect(await readPauses(outbox.db)).toEqual([])

    delete mailServer.replies.rcpt
    clock.move(dayMs)
    outbox.startWorker()
    await eventually(() => expect(mailServer.received).toHaveLength(31))
  })

  test.each([
    ['rejected at RCPT', '550 unrouteable address', undefined],
    ['deferred at RCPT', '450 4.1.2 domain not found', undefined],
    ['rejected after the dot', undefined, '554 5.7.1 looks like spam'],
    ['deferred after the dot', undefined, '451 4.7.1 looks like spam'],
    ['disconnected after the dot', undefined, hangUp],
  ] as const)(`19 recipients %s do not delay other mail (${dialect})`, async (_, rcpt, dot) => {
    const { mailServer, clock, ...outbox } = await openOutbox(dialect, {
      rcpt: (address) => (isUnwanted(address) ? rcpt : undefined),
      dot: (address) => (isUnwanted(address) ? dot : undefined),
    })
    const isUnwanted = (address: string) => address.startsWith('unwanted')
    for (let number = 0; number < 19; number++) {
      await outbox.queue({ to: `unwanted${number}@example.com` })
    }
    clock.move(1)
    await outbox.queue()
    outbox.startWorker()
    await eventually(() => expect(recipients(mailServer)).toEqual(['ada@example.com']))
    expect(await readPauses(outbox.db)).toEqual([])
  })

  test(`greylisted recipients are retried before the whole letter was tried once (${dialect})`, async () => {
    const { mailServer, clock, ...outbox } = await letterTo(dialect, 120, {}, createClock())
    const known = new Set<string>()
    mailServer.replies.rcpt = (address) => {
      if (known.has(address)) return undefined
      known.add(address)
      return '450 4.2.0 greylisted'
    }
    const worker = outbox.startWorker({ mailPerSecond: 50 })
    // On a busy machine this takes many rounds.
    for (let minute = 0; minute < 1000 && mailServer.received.length < 10; minute += 1) {
      clock.move(60_000)
      worker.wake()
      await sleep(50)
    }
    expect(mailServer.received.length).toBeGreaterThanOrEqual(10)
    expect(known.size).toBeLessThan(120)
  })

  test(`a letter is paused if the server disconnects after each mail (${dialect})`, async () => {
    const { db, counts, ...outbox } = await letterTo(dialect, 20, { dot: hangUp }, createClock())
    outbox.startWorker()
    await eventually(async () =>
      expect(await readPauses(db)).toMatchObject([{ cause: 'letter launch' }]),
    )
    await eventually(async () => expect(await counts()).toMatchObject({ sending: 0 }))
    // Mail that found the connection closed before DATA stays queued.
    const { in_doubt, queued } = await counts()
    expect(in_doubt).toBeLessThanOrEqual(5)
    expect(queued).toBe(20 - in_doubt)
  })

  test(`the pause of a letter is gone once the server accepts its mail again (${dialect})`, async () => {
    const { db, clock, ...outbox } = await letterTo(dialect, 1, {}, createClock())
    await db.transaction().execute((trx) => pauseForServer(trx, 'letter launch', 'no', clock()))
    clock.move(minuteMs)
    outbox.startWorker()
    await outbox.becomes({ sent: 1 })
    expect(await readPauses(db)).toEqual([])
  })

  test(`a server that disconnects at each recipient of a letter, but not in a test, pauses only the letter (${dialect})`, async () => {
    const rcpt = (address: string) => (address.startsWith('person') ? hangUp : undefined)
    const { db, ...outbox } = await letterTo(dialect, 10, { rcpt }, createClock())
    outbox.startWorker()
    await eventually(async () =>
      expect(await readPauses(db)).toMatchObject([{ cause: 'letter launch' }]),
    )
  })

  test(`a rejected password pauses the queue, and no mail counts an attempt (${dialect})`, async () => {
    const { mailServer, clock, ...outbox } = await openOutbox(dialect, { auth: '535 5.7.8 no' })
    for (let count = 0; count < 20; count++) await outbox.queue()
    const worker = outbox.startWorker()
    const paused = async (times: number) => {
      expect(await readPauses(outbox.db)).toMatchObject([{ cause: 'server', times }])
    }
    await eventually(() => paused(1))
    clock.move(minuteMs - 1)
    worker.wake()
    await outbox.queue()
    expect(loginsAt(mailServer)).toHaveLength(1)
    clock.move(1)
    await eventually(async () => {
      worker.wake()
      await paused(2)
    })
    clock.move(minuteMs)
    worker.wake()
    await worker.stop()
    expect(loginsAt(mailServer)).toHaveLength(2)
    for (const mail of await outbox.rows()) {
      expect(mail).toMatchObject({ status: 'queued', attempts: 0 })
    }

    mailServer.replies.auth = '235 welcome'
    outbox.startWorker()
    await eventually(() => expect(mailServer.received).toHaveLength(21))
    await eventually(async () => expect(await readPauses(outbox.db)).toEqual([]))
  })

  test(`the pause ends by itself once the server accepts the password (${dialect})`, async () => {
    const { mailServer, clock, ...outbox } = await openOutbox(dialect, { auth: '535 5.7.8 no' })
    await outbox.queue()
    const worker = outbox.startWorker()
    await eventually(() => expect(loginsAt(mailServer)).toHaveLength(1))
    mailServer.replies.auth = '235 welcome'
    await eventually(() => {
      clock.move(minuteMs)
      worker.wake()
      expect(recipients(mailServer)).toEqual(['ada@example.com'])
    })
    await eventually(async () => expect(await readPauses(outbox.db)).toEqual([]))
  })

  test(`each pause is twice as long as the one before, up to an hour (${dialect})`, async () => {
    const { db, clock } = await openOutbox(dialect)
    const pause = () =>
      db.transaction().execute((trx) => pauseForServer(trx, 'server', 'no', clock()))
    for (const minutes of [1, 2, 4, 8, 16, 32, 60, 60]) {
      await pause()
      // A second worker that reports the same failure does not lengthen the pause.
      await pause()
      const [row] = await readPauses(db)
      const isPausedAt = (ms: number) => row!.isInForce(new Date(clock().getTime() + ms))
      const length = minutes * minuteMs
      expect([0, length - 1, length].map(isPausedAt)).toEqual([true, true, false])
      clock.move(length)
    }
  })

  test(`no mail is sent while the owner's pause lasts (${dialect})`, async () => {
    const { mailServer, clock, database, ...outbox } = await openOutbox(dialect)
    await pauseMail(database.db, 'a backup was restored', clock())
    await outbox.queue()
    const worker = outbox.startWorker()
    clock.move(400 * dayMs)
    worker.wake()
    expect(await claimDue(database, clock)).toEqual([])
    expect(await outbox.rows()).toMatchObject([{ status: 'queued', attempts: 0 }])
    await resumeMail(database.db)
    worker.wake()
    await eventually(() => expect(recipients(mailServer)).toEqual(['ada@example.com']))
  })
}
