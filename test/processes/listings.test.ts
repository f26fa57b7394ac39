import { once } from 'node:events'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { parse } from 'csv-parse/sync'
import { expect, test } from 'vitest'
import { openDatabase } from '#database/open-database.ts'
import { admin, newAdminEnv, startAdmin } from '../support/admin.ts'
import { dialects, type DialectName } from '../support/databases.ts'
import { startProcess } from '../support/start-site.ts'
import { seedSubscribers } from '../support/seed-subscribers.ts'

const nastyName = '=HYPERLINK("http://evil.example","x")'
const nastyMessage = 'Two "lines",\nand a comma; è 漢字 🎉'

async function storeRows(dialect: DialectName) {
  const { target, env } = await newAdminEnv(dialect)
  await using database = await openDatabase(target)
  const { db } = database
  await seedSubscribers(db, 1005)
  const row = { confirmed_at: null, unsubscribed_at: null }
  await db
    .insertInto('subscribers')
    .values([
      {
        ...row,
        id: '11111111-1111-4111-8111-111111111111',
        email: '+formula@example.com',
        email_key: '+formula@example.com',
        status: 'pending',
        asked_at: '2026-04-01T10:00:00.000Z',
      },
      {
        ...row,
        id: '22222222-2222-4222-8222-222222222222',
        email: 'Gone@example.com',
        email_key: 'gone@example.com',
        status: 'unsubscribed',
        asked_at: '2026-04-02T23:59:59.999Z',
        unsubscribed_at: '2026-04-03T00:00:00.000Z',
      },
    ])
    .execute()
  await db
    .insertInto('messages')
    .values({
      id: '33333333-3333-4333-8333-333333333333',
      name: nastyName,
      email: 'ada@example.com',
      email_key: 'ada@example.com',
      message: nastyMessage,
      received_at: '2026-04-01T10:00:00.000Z',
    })
    .execute()
  await db
    .insertInto('quarantine')
    .values({
      id: '44444444-4444-4444-8444-444444444444',
      kind: 'newsletter',
      email: 'bot@example.com',
      email_key: 'bot@example.com',
      received_at: '2026-04-01T10:00:00.000Z',
    })
    .execute()
  return env
}

for (const dialect of dialects) {
  test(`subscribers are listed, filtered, exported and removed (${dialect})`, async () => {
    const env = await storeRows(dialect)
    const list = await admin(env, ['subscribers', 'list'])
    expect(list.code).toBe(0)
    expect(list.stdout.split('\n')[1]).toMatch(
      /^Gone@example\.com +unsubscribed +en +2026-04-02 23:59/,
    )
    expect(list.stderr).toContain('and 957 more')

    const all = await admin(env, ['subscribers', 'list', '--json'])
    const rows = JSON.parse(all.stdout) as Record<string, unknown>[]
    expect(rows).toHaveLength(1007)
    expect(new Set(rows.map((row) => row['id'])).size).toBe(1007)
    expect(rows[1]).toEqual({
      id: '11111111-1111-4111-8111-111111111111',
      email: '+formula@example.com',
      status: 'pending',
      language: 'en',
      askedAt: '2026-04-01T10:00:00.000Z',
      confirmedAt: null,
      unsubscribedAt: null,
      noMail: null,
    })

    const april = ['--since', '2026-04-01', '--until', '2026-04-02', '--json']
    const some = await admin(env, ['subscribers', 'list', ...april])
    expect(JSON.parse(some.stdout)).toHaveLength(2)
    const pending = await admin(env, ['subscribers', 'list', '--status', 'pending', '--json'])
    expect(JSON.parse(pending.stdout)).toHaveLength(1)

    const csv = await admin(env, ['subscribers', 'export'])
    expect(csv.stdout.split('\r\n')[0]).toBe(
      '\ufeffid,email,status,language,askedAt,confirmedAt,unsubscribedAt,noMail',
    )
    const cells = parse(csv.stdout, { columns: true, bom: true }) as Record<string, string>[]
    expect(cells).toHaveLength(1007)
    expect(cells.filter(({ email }) => /^[=+\-@\t\r]/.test(email!))).toEqual([])
    expect(cells[1]!['email']).toBe("'+formula@example.com")
    const json = await admin(env, ['subscribers', 'export', '--format', 'json'])
    expect(JSON.parse(json.stdout)).toEqual(rows)

    const unsubscribed = await admin(env, ['subscribers', 'unsubscribe', 'Person1@example.com'])
    expect(unsubscribed.stdout).toContain('gets no more newsletters')
    const nobody = await admin(env, ['subscribers', 'unsubscribe', 'nobody@example.com'])
    expect(nobody).toMatchObject({ code: 1, stderr: expect.stringContaining('No subscriber') })
    const unconfirmed = await admin(env, ['subscribers', 'remove', 'GONE@example.com'])
    expect(unconfirmed.code).toBe(1)
    expect(unconfirmed.stderr).toContain('Run it again with --yes')
    const removed = await admin(env, ['subscribers', 'remove', 'GONE@example.com', '--yes'])
    expect(removed).toMatchObject({ code: 0, stdout: 'Removed Gone@example.com.\n' })
    expect((await admin(env, ['subscribers', 'remove', 'gone@example.com', '--yes'])).code).toBe(1)
  })

  test(`messages are listed, shown and exported unchanged (${dialect})`, async () => {
    const env = await storeRows(dialect)
    const list = await admin(env, ['messages', 'list', '--json'])
    const message = {
      id: '33333333-3333-4333-8333-333333333333',
      name: nastyName,
      email: 'ada@example.com',
      message: nastyMessage,
      receivedAt: '2026-04-01T10:00:00.000Z',
      status: 'received',
      answeredAt: null,
    }
    expect(JSON.parse(list.stdout)).toEqual([message])
    const csv = await admin(env, ['messages', 'export'])
    expect(parse(csv.stdout, { columns: true, bom: true })).toEqual([
      { ...message, name: `'${nastyName}`, answeredAt: '' },
    ])
    const { stdout } = await admin(env, ['messages', 'list'])
    const [id] = /^3\S+/m.exec(stdout)!
    // Ids of the same minute share their first eight characters.
    expect(id.length).toBeGreaterThan(18)
    const shown = await admin(env, ['messages', 'show', id])
    expect(shown.stdout).toContain(nastyMessage)
    expect((await admin(env, ['messages', 'show', '99'])).code).toBe(1)
    const trapped = await admin(env, ['messages', 'list', '--status', 'quarantined'])
    expect(trapped.stdout).toContain('bot@example.com')
  })
}

test('tables fit into COLUMNS, and contain no escape codes without a terminal', async () => {
  const env = await storeRows('sqlite')
  const terminal = { COLUMNS: '20', TERM: 'dumb' }
  const { stdout, code } = await admin({ ...env, ...terminal }, ['subscribers', 'list'])
  expect(code).toBe(0)
  const widest = Math.max(...stdout.split('\n').map((line) => Array.from(line).length))
  expect(widest).toBeLessThanOrEqual(20)
  expect(stdout).not.toContain('\u001b')
  const [unset, invalid] = ['', '-1'].map((COLUMNS) =>
    admin({ ...env, COLUMNS }, ['subscribers', 'list']),
  )
  expect(await invalid).toEqual(await unset)
})

test('an export whose reader closes the pipe (| head) ends without an error', async () => {
  const env = await storeRows('sqlite')
  const child = startAdmin(env, ['subscribers', 'export'])
  let stderr = ''
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()))
  await once(child.stdout, 'data')
  child.stdout.destroy()
  expect(await child.exited).toBe(0)
  expect(stderr).toBe('')
})

test('an export fails if its last bytes do not fit on the disk', async () => {
  const env = await storeRows('sqlite')
  const { stdout } = await admin(env, ['subscribers', 'export'])
  const blocks = Math.floor((Buffer.byteLength(stdout) - 1) / 512)
  const file = join(env.DATA_DIR, 'short.csv')
  const command = `ulimit -f ${blocks}; '${process.execPath}' dist/server/cli.js subscribers export`
  const child = startProcess(['sh', '-c', `${command} > '${file}'`], env)
  expect(await text(child.stderr)).toBe('EFBIG: file too large, write\n')
  expect(await child.exited).toBe(1)
})

test('a command works with standard error closed', async () => {
  const env = await storeRows('sqlite')
  const child = startAdmin(env, ['subscribers', 'list'])
  child.stderr.destroy()
  expect((await text(child.stdout)).split('\n')).toHaveLength(52)
  expect(await child.exited).toBe(0)
})

test('a command with standard output closed does its work and keeps its exit code', async () => {
  const env = await storeRows('sqlite')
  const doctor = startAdmin(env, ['doctor', '--json'])
  doctor.stdout.destroy()
  expect(await doctor.exited).toBe(1)
  const removing = startAdmin(env, ['subscribers', 'remove', 'person1@example.com', '--yes'])
  removing.stdout.destroy()
  expect(await removing.exited).toBe(0)
  expect((await admin(env, ['subscribers', 'export'])).stdout).not.toContain('person1@')
})
