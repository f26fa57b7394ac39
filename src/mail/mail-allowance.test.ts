import { describe, expect, test } from 'vitest'
import { dialects } from '../../test/support/databases.ts'
import { openTestApp } from '../../test/support/test-app.ts'

const victims = Array.from({ length: 10 }, (_, index) => `v.ictim+${index}@googlemail.com`)
/** Which of them is the person's own nobody can know. */
const dotted = [
  'victim@gmail.com',
  'v.ictim@gmail.com',
  'vi.ctim@googlemail.com',
  'vic.tim@gmail.com',
]

describe.each(dialects)('the mail that strangers can cause (%s)', (dialect) => {
  test('is three a day to one inbox over all kinds, however the address is spelt', async () => {
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
