import { expect, test } from 'vitest'
import { dialects } from '../../test/support/databases.ts'
import { openOutbox } from '../../test/support/outbox.ts'
import { findMail } from './retry-mail.ts'

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
