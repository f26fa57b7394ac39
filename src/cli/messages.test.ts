import { expect, test } from 'vitest'
import { admin, newAdminEnv } from '../../test/support/admin.ts'
import { dialects } from '../../test/support/databases.ts'
import { openDatabase } from '#database/open-database.ts'

for (const dialect of dialects) {
  test(`a message is shown by as much of its id as is its own, and listed by its beginning (${dialect})`, async () => {
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
    expect(stderr).toBe('Several have an id that starts with 3: give more of it.\n')
    expect((await admin(env, ['messages', 'show', '33%'])).code).toBe(1)
    const { stdout } = await admin(env, ['messages', 'show', '33', '--json'])
    expect(JSON.parse(stdout)).toMatchObject({ id: received.id, message: sent.message })
    const shown = await admin(env, ['messages', 'show', '34'])
    expect(shown.stdout).toMatch(/^Status: +quarantined/m)
    const list = await admin(env, ['messages', 'list'])
    expect(list.stdout.split('\n')[1]!.length).toBeLessThan(300)
  })
}
