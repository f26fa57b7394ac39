import { describe, expect, test } from 'vitest'
import { dialects } from '../../test/support/databases.ts'
import { openTestApp } from '../../test/support/test-app.ts'

const victims = Array.from({ length: 10 }, (_, index) => `v.ictim+${index}@googlemail.com`)
/** One Gmail mailbox: which spelling its owner uses is unknown. */
const dotted = [
  'victim@gmail.com',
  'v.ictim@gmail.com',
  'vi.ctim@googlemail.com',
  'vic.tim@gmail.com',
]

describe.each(dialects)('unconfirmed mail to one mailbox (%s)', (dialect) => {
  async function openForms() {
    const app = await openTestApp(dialect)
    const toVisitor = async () => {
      const mails = await app.db.selectFrom('outbox').select('kind').execute()
      return mails
        .map(({ kind }) => kind)
        .filter((kind) => kind !== 'message-notice')
        .toSorted()
    }
    const write = (email: string) => app.submit({ name: 'Ada', email, message: 'Hello' })
    return { app, toVisitor, write }
  }

  test('is limited to three mails a day over all kinds and all spellings of the address', async () => {
    const { app, toVisitor, write } = await openForms()
    for (const email of victims) await write(email)
    for (const email of victims) await app.askForData(email)
    for (const email of victims) await app.submit({ email })
    // The others are reserved for mail to an address without a tag.
    expect(await toVisitor()).toEqual(['message-receipt'])
    for (const email of dotted) await app.submit({ email })
    expect(await toVisitor()).toEqual(['confirm-signup', 'message-receipt'])
    for (const email of dotted) await app.askForData(email)
    expect(await toVisitor()).toEqual(['confirm-signup', 'message-receipt', 'my-data-link'])
    await app.submit({ email: 'other+tag@example.com' })
    expect(await toVisitor()).toHaveLength(4)
    app.passDays(1)
    for (const email of dotted) await app.submit({ email })
    expect(await toVisitor()).toHaveLength(6)
  })

  test('leaves one of them for a link to the data of a subscriber whose address has a tag', async () => {
    const { app, toVisitor, write } = await openForms()
    const email = 'ada+news@example.com'
    await app.submit({ email })
    await app.askForData(email)
    expect(await toVisitor()).toEqual(['confirm-signup'])
    await app.post(await app.linkTo(email, 'confirm'))
    await write('ada@example.com')
    await app.askForData(email)
    await app.askForData(email)
    expect(await toVisitor()).toEqual(['confirm-signup', 'my-data-link'])
  })

  test('leaves one of them for a link to the data, after messages and signups in their name', async () => {
    const { app, toVisitor, write } = await openForms()
    for (const email of ['ada@example.com', 'bob@example.com']) {
      for (let count = 0; count < 3; count += 1) await write(email)
    }
    for (let count = 0; count < 3; count += 1) await app.submit({ email: 'ada@example.com' })
    await app.askForData('ada@example.com')
    await app.askForData('bob@example.com')
    expect(await toVisitor()).toEqual([
      'confirm-signup',
      'message-receipt',
      'message-receipt',
      'my-data-link',
      'my-data-link',
    ])
  })
})
