import { describe, expect, test } from 'vitest'
import { ada, resetMailboxLimits, openDataPage } from '../../test/support/ada.ts'
import { dialects } from '../../test/support/databases.ts'
import { claimDue } from '../../test/support/open-outbox.ts'
import { openTestApp } from '../../test/support/test-app.ts'
import { suppress } from '#mail/suppressions.ts'
import { setNoMoreEmail } from './no-more-email.ts'

describe.each(dialects)('no more email on %s', (dialect) => {
  test('ends the subscription and all email but links to the data page, until email is allowed again', async () => {
    const app = await openTestApp(dialect)
    await app.submit({ email: ada })
    await app.post(await app.linkTo(ada, 'confirm'))
    const path = await openDataPage(app)
    for (const _ of [1, 2]) {
      const response = await app.post(`${path}/no-more-email`)
      expect([response.status, response.headers.get('location')]).toEqual([
        303,
        `${path}#no-more-email`,
      ])
    }
    expect(await app.statusOf(ada)).toBe('unsubscribed')
    expect(await (await app.request(path)).text()).toContain('>Allow email again<')

    await app.db.deleteFrom('outbox').execute()
    await resetMailboxLimits(app)
    const claimedKinds = async () => {
      const claimed = await claimDue(app.database, app.settings.clock)
      return claimed.map(({ mail }) => mail.kind).toSorted()
    }
    await app.submit({ email: ada })
    await app.submit({ name: 'Ada', email: ada, message: 'Hello' })
    await app.askForData(ada)
    expect(await claimedKinds()).toEqual(['message-notice', 'my-data-link'])

    await resetMailboxLimits(app)
    await app.post(`${path}/allow-email`)
    expect(await (await app.request(path)).text()).not.toContain('>Allow email again<')
    await app.submit({ name: 'Ada', email: ada, message: 'Again' })
    expect(await claimedKinds()).toEqual(['message-notice', 'message-receipt'])
  })

  test('holds for every spelling of the mailbox, whose data pages can switch it off', async () => {
    const app = await openTestApp(dialect)
    const [dotted, plain] = ['dora.x@gmail.com', 'dorax@gmail.com']
    const write = (email: string) => app.submit({ name: 'Dora', email, message: 'Hello' })
    const receipts = async () => {
      const claimed = await claimDue(app.database, app.settings.clock)
      return claimed.filter(({ mail }) => mail.kind === 'message-receipt').length
    }
    await app.submit({ email: dotted })
    await app.askForData(dotted)
    await app.post(`${await app.linkTo(dotted, 'my-data')}/no-more-email`)
    await resetMailboxLimits(app)
    await write(plain)
    expect(await receipts()).toBe(0)

    await app.askForData(plain)
    const path = await app.linkTo(plain, 'my-data')
    // Its explanation comes after the button.
    expect(await (await app.request(path)).text()).toMatch(
      /aria-describedby="no-more-email-note">Allow email again<.* id="no-more-email-note"/s,
    )
    await app.post(`${path}/allow-email`)
    await write(plain)
    expect(await receipts()).toBe(1)

    await app.post(`${path}/no-more-email`)
    await app.post(`${await app.linkTo(dotted, 'my-data')}/erase`)
    expect(await app.db.selectFrom('suppressions').selectAll().execute()).toEqual([])
  })

  test('ends the subscription of every spelling of the mailbox, and allowing email brings none back', async () => {
    const app = await openTestApp(dialect)
    const dora = ['dora.x@gmail.com', 'd.orax+news@googlemail.com']
    const adas = ['ada@example.com', 'ada+news@example.com']
    const others = ['dorax@example.com', 'dora.xy@gmail.com', 'adam@example.com']
    for (const email of [...dora, ...adas, ...others]) {
      await app.submit({ email })
      await app.post(await app.linkTo(email, 'confirm'))
    }
    for (const email of ['dorax@gmail.com', 'ada+a@example.com']) {
      const change = (isOn: boolean) =>
        app.db.transaction().execute((trx) => setNoMoreEmail(trx, email, isOn, new Date()))
      await change(true)
      await change(false)
    }
    const statusOf = (emails: string[]) => Promise.all(emails.map((email) => app.statusOf(email)))
    expect(new Set(await statusOf([...dora, ...adas]))).toEqual(new Set(['unsubscribed']))
    expect(new Set(await statusOf(others))).toEqual(new Set(['confirmed']))
  })

  test('sends no link to an address that bounced, even after the person allows email again', async () => {
    const app = await openTestApp(dialect)
    await app.submit({ email: ada })
    const path = await openDataPage(app)
    const bounce = { cause: 'bounce', reason: '550 5.1.1 unknown' } as const
    await suppress(app.db, [ada], bounce, app.settings.clock())
    await app.post(`${path}/no-more-email`)
    await app.post(`${path}/allow-email`)
    expect(await app.db.selectFrom('suppressions').select('cause').execute()).toEqual([
      { cause: 'bounce' },
    ])
    expect(await claimDue(app.database, app.settings.clock)).toEqual([])
  })
})
