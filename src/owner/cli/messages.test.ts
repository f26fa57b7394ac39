import { expect, test } from 'vitest'
import { admin, newAdminEnv } from '../../../test/support/admin.ts'
import { dialects } from '../../../test/support/databases.ts'
import { openDatabase } from '#database/open-database.ts'

for (const dialect of dialects) {
  test(`messages show accepts a unique prefix of an id, and rejects an ambiguous one (${dialect})`, async () => {
    const { target, env } = await newAdminEnv(dialect)
    await using database = await openDatabase(target)
    const sent = {
      name: 'Ada',
      email: 'ada@example.com',
      email_key: 'ada@example.com',
      message: 'and so on '.repeat(100),
      received_at: '2026-04-01T10:00:00.000Z',
    }
    const received = { ...sent, id: '33333333-3333-4333-8333-333333333333' }
    const trapped = {
      ...sent,
      id: '34444444-4444-4444-8444-444444444444',
      kind: 'message',
    } as const
    await database.db.insertInto('messages').values(received).execute()
    await database.db.insertInto('quarantine').values(trapped).execute()

    const { stderr } = await admin(env, ['messages', 'show', '3'])
    expect(stderr).toBe('Several have an id that starts with 3: give more characters.\n')
    expect((await admin(env, ['messages', 'show', '33%'])).code).toBe(1)
    const { stdout } = await admin(env, ['messages', 'show', '33', '--json'])
    expect(JSON.parse(stdout)).toMatchObject({ id: received.id, message: sent.message })
    const shown = await admin(env, ['messages', 'show', '34'])
    expect(shown.stdout).toMatch(/^Status: +quarantined/m)
    const list = await admin(env, ['messages', 'list'])
    expect(list.stdout.split('\n')[1]!.length).toBeLessThan(300)
  })
  test(`messages marked as done are no longer listed as open, until undone (${dialect})`, async () => {
    const { target, env } = await newAdminEnv(dialect)
    await using database = await openDatabase(target)
    const message = { name: 'Ada', email: 'a@b.example', email_key: 'a@b.example', message: 'Hi' }
    const rows = ['a1', 'a2', 'b3'].map((id) => {
      return { ...message, id, received_at: '2026-04-01T10:00:00.000Z' }
    })
    await database.db.insertInto('messages').values(rows).execute()
    const trapped = { ...rows[0]!, id: 'c4', kind: 'message' } as const
    await database.db.insertInto('quarantine').values(trapped).execute()
    const done = async (...args: string[]) => await admin(env, ['messages', 'done', ...args])
    const open = async () => {
      const { stdout } = await admin(env, ['messages', 'list', '--open', '--json'])
      return (JSON.parse(stdout) as { id: string }[]).map(({ id }) => id)
    }

    // If one id is wrong, none is marked.
    for (const wrong of ['a', 'd', 'c4']) expect((await done('b3', wrong)).code).toBe(1)
    expect(await open()).toEqual(['b3', 'a2', 'a1'])
    expect((await done('a1', 'b')).stdout).toBe('Marked 2 as answered.\n')
    expect(await open()).toEqual(['a2'])
    const answered = async () => {
      const { stdout } = await admin(env, ['messages', 'show', 'a1', '--json'])
      return (JSON.parse(stdout) as { answeredAt: string | null }).answeredAt
    }
    const first = await answered()
    expect(first).toMatch(/^\d{4}-.*Z$/)
    expect((await done('a1', 'a2')).stdout).toBe('Marked 1 as answered (1 already was).\n')
    expect(await answered()).toBe(first)
    const list = await admin(env, ['messages', 'list'])
    expect(list.stdout).toMatch(/^ID +RECEIVED +DONE/)
    expect((await admin(env, ['messages', 'show', 'a1'])).stdout).toMatch(/^Done: +2/m)
    expect((await done('a1', '--undo')).stdout).toBe('Marked 1 as open.\n')
    expect(await open()).toEqual(['a1'])
    expect(await answered()).toBeNull()
  })

  test(`messages remove deletes by id, sender or time, and asks first (${dialect})`, async () => {
    const { target, env } = await newAdminEnv(dialect)
    await using database = await openDatabase(target)
    const row = (id: string, email: string, day: number) => {
      const sender = { name: 'Ada', email, email_key: email, message: 'Hi' }
      return { ...sender, id, received_at: `2026-04-0${day}T10:00:00.000Z` }
    }
    const [ada, eve] = ['ada@example.com', 'eve@example.com']
    const rows = [row('a1', ada, 1), row('a2', eve, 2), row('a3', eve, 3), row('a4', ada, 4)]
    await database.db.insertInto('messages').values(rows).execute()
    const trapped = { ...row('c5', eve, 5), kind: 'message' } as const
    await database.db.insertInto('quarantine').values(trapped).execute()
    const remove = (...args: string[]) => admin(env, ['messages', 'remove', ...args])
    const left = async () => {
      const ids = (table: 'messages' | 'quarantine') =>
        database.db.selectFrom(table).select('id').orderBy('id').execute()
      return [...(await ids('messages')), ...(await ids('quarantine'))].map(({ id }) => id)
    }

    const asked = await remove('a1')
    expect(asked.stderr).toContain("Delete 1 message? You can't undo this.")
    expect(asked.code).toBe(1)
    // If one id is wrong, none is deleted.
    expect((await remove('a1', 'a9', '--yes')).code).toBe(1)
    expect(await left()).toEqual(['a1', 'a2', 'a3', 'a4', 'c5'])
    expect((await remove('a1', '--yes')).stdout).toBe('Deleted 1 message.\n')
    const from = ['--from', 'EVE@example.com', '--yes']
    expect((await remove(...from, '--since', '2026-04-03')).stdout).toBe('Deleted 2 messages.\n')
    expect(await left()).toEqual(['a2', 'a4'])
    expect((await remove(...from)).stdout).toBe('Deleted 1 message.\n')
    expect((await remove(...from)).stderr).toBe('No message matches.\n')
    await remove('--since', '2026-04-04T10:00:00Z', '--yes')
    expect(await left()).toEqual([])
  })
}
