import { expect, test } from 'vitest'
import { dialects } from '../../test/support/databases.ts'
import { openOutbox, writers } from '../../test/support/outbox.ts'
import { listMail } from './list-mail.ts'
import { findMail, retryMail, retryOne } from './retry-mail.ts'
import { suppress } from './suppressions.ts'

test.each(dialects)(
  'a mail is found by the beginning of its id, not by next to nothing (%s)',
  async (dialect) => {
    const { db, ...post } = await openOutbox(dialect)
    await post.queue()
    const [mail] = await post.rows()
    const found = async (start: string) => (await findMail(db, start)).map(({ id }) => id)
    expect(await found(mail!.id.slice(0, 23).toUpperCase())).toEqual([mail!.id])
    expect(await found(mail!.id.slice(0, 3))).toEqual([])
    expect(await found('')).toEqual([])
    expect(await found('%___')).toEqual([])
  },
)

test.each(dialects)(
  'what goes to an address that gets no mail is tried again by its name alone (%s)',
  async (dialect) => {
    const { db, clock, ...post } = await openOutbox(dialect)
    const receipt = await post.queue()
    clock.move(1000)
    await post.queue({ kind: 'message-notice', to: 'ben@example.com' })
    const listed = await listMail(db, {}).execute()
    expect(listed.map(({ kind }) => kind)).toEqual(['message-notice', 'message-receipt'])
    const refused = { cause: 'bounce', reason: 'no such user' } as const
    await suppress(db, ['ada@example.com', 'ben@example.com'], refused, clock())
    await db.updateTable('outbox').set({ status: 'failed', attempts: 9 }).execute()
    expect(await retryMail(db, null, clock())).toBe(1)
    const [failed, notice] = await post.rows()
    expect(failed).toMatchObject({ about_id: receipt, status: 'failed' })
    expect(notice).toMatchObject({ status: 'queued', attempts: 0 })
    await retryOne(db, writers, failed!, clock())
    expect(await post.rows()).toMatchObject([{ status: 'queued', attempts: 0 }, {}])
    expect(await db.selectFrom('suppressions').select('email_key').execute()).toEqual([
      { email_key: 'ben@example.com' },
    ])
    // One that waits for a later try goes at once.
    clock.move(-1000)
    expect(await retryMail(db, null, clock())).toBe(2)
    expect(await retryMail(db, null, clock())).toBe(0)
  },
)
