import { describe, expect, test } from 'vitest'
import { ignoresSuppression } from '#mail/mail-declaration.ts'
import { deleteExpired } from '#privacy/delete-expired.ts'
import { dialects } from '../../test/support/databases.ts'
import { sendAt } from '../../test/support/letters.ts'
import { claimDue, mailKinds } from '../../test/support/open-outbox.ts'
import { openTestApp } from '../../test/support/test-app.ts'

const ada = 'ada@example.com'

describe.each(dialects)('"This wasn\'t me" on %s', (dialect) => {
  test('ends the signup and stops confirmation mail to the address for 30 days', async () => {
    const app = await openTestApp(dialect)
    const { clock } = app.settings
    await app.submit({ email: ada })
    expect(await claimDue(app, clock)).toHaveLength(1)
    const confirmLink = await app.linkTo(ada, 'confirm')
    const link = await app.linkTo(ada, 'not-me')

    expect(await (await app.request(link)).text()).toContain('Cancel the signup')
    expect(await app.statusOf(ada)).toBe('pending')
    expect((await app.post(link)).status).toBe(200)
    expect(await app.statusOf(ada)).toBe('unsubscribed')
    expect((await app.post(confirmLink)).status).toBe(404)

    app.passDays(1)
    await app.submit({ email: ada })
    await app.submit({ name: 'Ada', email: ada, message: 'Hello' })
    await app.askForData(ada)
    const sent = await claimDue(app, clock)
    expect(sent.map(({ mail }) => mail.kind).toSorted()).toEqual([
      'message-notice',
      'message-receipt',
      'my-data-link',
    ])

    app.passDays(30)
    await app.submit({ email: ada })
    const later = await claimDue(app, clock)
    expect(later.map(({ mail }) => mail.kind)).toContain('confirm-signup')
  })

  test('holds for every spelling of the mailbox, and counts towards no limit', async () => {
    const app = await openTestApp(dialect)
    await app.submit({ email: 'dora.x@gmail.com' })
    await app.post(await app.linkTo('dora.x@gmail.com', 'not-me'))
    app.passDays(1)
    await app.db.deleteFrom('outbox').execute()
    for (const email of ['dora.x@gmail.com', 'dorax@gmail.com', 'd.orax+tag@googlemail.com']) {
      await app.submit({ email })
    }
    expect(await app.db.selectFrom('outbox').select('id').execute()).toEqual([])
    const taken = app.db.selectFrom('mail_allowances').select('taken_at')
    const since = new Date(app.settings.clock().getTime() - 3_600_000).toISOString()
    expect(await taken.where('taken_at', '>', since).execute()).toEqual([])
  })

  test('stops no letter and no welcome to another spelling of the mailbox that has confirmed', async () => {
    const app = await openTestApp(dialect)
    const { clock } = app.settings
    await app.submit({ email: ada })
    await app.post(await app.linkTo(ada, 'confirm'))
    await app.submit({ email: 'ada+tag@example.com' })
    await app.post(await app.linkTo('ada+tag@example.com', 'not-me'))
    await app.db.deleteFrom('outbox').execute()
    await sendAt(app.db, clock())
    expect((await claimDue(app, clock)).map(({ mail }) => mail.kind)).toEqual(['letter'])
    // Not claimed here: a welcome letter that is a sample isn't sent.
    expect(ignoresSuppression(mailKinds.welcome, 'not-me')).toBe(true)
  })

  test('ends all email but data links if the person has to say it again a month later', async () => {
    const app = await openTestApp(dialect)
    const { clock } = app.settings
    const object = async () => {
      await app.submit({ email: ada })
      // The newest mail of the signup; twice, because people press a button twice.
      const link = await app.linkTo(ada, 'not-me')
      for (const _ of [1, 2]) await app.post(link)
    }
    const kinds = async () => (await claimDue(app, clock)).map(({ mail }) => mail.kind).toSorted()
    await object()
    expect(await app.db.selectFrom('suppressions').select('cause').execute()).toEqual([
      { cause: 'not-me' },
    ])
    app.passDays(31)
    await deleteExpired(app.db, clock())
    await object()
    app.passDays(400)
    await deleteExpired(app.db, clock())
    for (const email of [ada, 'ada+tag@example.com']) {
      await app.submit({ email })
      await app.submit({ name: 'Ada', email, message: 'Hello' })
    }
    await app.askForData(ada)
    expect(await kinds()).toEqual(['message-notice', 'message-notice', 'my-data-link'])
  })
})
