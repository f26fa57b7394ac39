import { expect, test } from 'vitest'
import { dialects } from '../../test/support/databases.ts'
import { claim, eventually, openOutbox } from '../../test/support/outbox.ts'
import { hangUp, messageIds, openInbox, recipients } from '../../test/support/smtp.ts'
import { claimMail, leaseMs } from './claim-mail.ts'

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs

for (const dialect of dialects) {
  test(`mail in the hands of a dead process is taken up when its lease ends (${dialect})`, async () => {
    const { inbox, clock, database, ...post } = await openOutbox(dialect)
    await post.queue()
    expect(await claimMail(database, claim, clock())).toHaveLength(1)
    expect(await claimMail(database, claim, clock())).toBeUndefined()

    clock.move(leaseMs - 1)
    const courier = post.openCourier()
    await post.queue({ to: 'ben@example.com' })
    courier.nudge()
    await eventually(() => expect(recipients(inbox)).toEqual(['ben@example.com']))
    clock.move(1)
    courier.nudge()
    await eventually(() => expect(recipients(inbox)).toContain('ada@example.com'))
  })

  test(`a mail in doubt is sent again as the same mail (${dialect})`, async () => {
    const { inbox: broken, clock, ...post } = await openOutbox(dialect, { dot: hangUp })
    await post.queue()
    const first = post.openCourier()
    await post.becomes([{ status: 'queued', attempts: 1 }])
    await first.stop()
    const inbox = await openInbox()
    clock.move(minuteMs)
    post.openCourier({ url: inbox.url })
    await eventually(() => expect(inbox.received).toHaveLength(1))
    const sentBefore = broken.lines.find((line) => line.startsWith('Message-ID: '))
    expect(sentBefore).toBe(`Message-ID: ${messageIds(inbox)[0]}`)
  })

  test(`a clock that jumps neither loses nor holds up mail (${dialect})`, async () => {
    const { inbox, clock, database, ...post } = await openOutbox(dialect)
    inbox.answers.mail = '450 later'
    const courier = post.openCourier()
    await post.queue()
    const tried = (attempts: number) =>
      eventually(async () => {
        courier.nudge()
        expect(await post.rows()).toMatchObject([{ status: 'queued', attempts }])
      })
    await tried(1)
    clock.move(400 * dayMs)
    await tried(2)
    clock.move(-800 * dayMs)
    await tried(3)
    // Taken by a process that died, and then the clock was set back.
    await courier.stop()
    clock.move(minuteMs * 5)
    expect(await claimMail(database, claim, clock())).toHaveLength(1)
    clock.move(-dayMs)
    delete inbox.answers.mail
    const heir = post.openCourier()
    await eventually(() => {
      heir.nudge()
      expect(recipients(inbox)).toEqual(['ada@example.com'])
    })
    clock.move(dayMs)
    await post.queue({ to: 'ben@example.com' })
    clock.move(-dayMs)
    heir.nudge()
    await eventually(() => expect(recipients(inbox)).toContain('ben@example.com'))
  })

  test(`a clock that leaps does not send what is under way twice (${dialect})`, async () => {
    const { inbox: slow, clock, ...post } = await openOutbox(dialect)
    slow.answers.dot = { line: '250 taken', afterMs: 500 }
    const handedOver = () => slow.lines.filter((line) => line === '.').length
    const courier = post.openCourier()
    for (const count of [1, 2]) {
      await post.queue()
      courier.nudge()
      await eventually(() => expect(handedOver()).toBe(count))
      clock.move(dayMs)
      courier.nudge()
      await eventually(async () => {
        const rows = await post.rows()
        expect(rows.filter(({ status }) => status === 'sent')).toHaveLength(count)
      })
    }
    await courier.stop()
    expect(handedOver()).toBe(2)
  })
}
