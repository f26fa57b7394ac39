import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { dialects } from '../../test/support/databases.ts'
import { clock, launchTo, nobody, runOptions } from '../../test/support/launch.ts'
import { hangUp, openInbox, openRawSmtp } from '../../test/support/smtp.ts'
import { countLedger } from './launch-status.ts'
import { resolveDoubts } from './resolve-doubts.ts'
import { sendLaunch } from './send-launch.ts'

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
}
