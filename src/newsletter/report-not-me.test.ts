import { describe, expect, test } from 'vitest'
import { deleteExpired } from '#privacy/delete-expired.ts'
import { dialects } from '../../test/support/databases.ts'
import { claimDue } from '../../test/support/outbox.ts'
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

    app.passDays(31)
    await deleteExpired(app.db, clock())
    await app.submit({ email: ada })
    const later = await claimDue(app, clock)
    expect(later.map(({ mail }) => mail.kind)).toContain('confirm-signup')
  })
})
