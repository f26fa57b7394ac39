import { describe, expect, test } from 'vitest'
import { dialects } from '../../test/support/databases.ts'
import { openTestApp } from '../../test/support/test-app.ts'

const victims = Array.from({ length: 10 }, (_, index) => `v.ictim+${index}@googlemail.com`)
/** One Gmail inbox: which spelling its owner uses is unknown. */
const dotted = [
  'victim@gmail.com',
  'v.ictim@gmail.com',
  'vi.ctim@googlemail.com',
  'vic.tim@gmail.com',
]

describe.each(dialects)('unconfirmed mail to one inbox (%s)', (dialect) => {
  test('is limited to three mails a day over all kinds and all spellings of the address', async () => {
    const app = await openTestApp(dialect)
    const mails = () => app.db.selectFrom('outbox').select('kind').execute()
    const toVisitor = async () =>
      (await mails()).map(({ kind }) => kind).filter((kind) => kind !== 'message-notice')
    for (const email of victims) await app.submit({ name: 'Ada', email, message: 'Hello' })
    for (const email of victims) await app.askForData(email)
    for (const email of victims) await app.submit({ email })
    expect(await toVisitor()).toEqual(['message-receipt', 'message-receipt'])
    // The third is reserved for the confirmation to an address without a tag.
    for (const email of dotted) await app.submit({ email })
    expect((await toVisitor()).toSorted()).toEqual([
      'confirm-signup',
      'message-receipt',
      'message-receipt',
    ])
    await app.submit({ email: 'other+tag@example.com' })
    expect(await toVisitor()).toHaveLength(4)
    app.passDays(1)
    for (const email of dotted) await app.submit({ email })
    expect(await toVisitor()).toHaveLength(7)
  })
})
