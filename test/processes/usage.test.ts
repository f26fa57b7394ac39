import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import SQLite from 'better-sqlite3'
import { expect, test } from 'vitest'
import { openDatabase } from '#database/open-database.ts'
import { admin, newAdminEnv, runAdmin } from '../support/admin.ts'
import { dialects } from '../support/databases.ts'
import { startProcess } from '../support/start-site.ts'
import { seedSubscribers } from '../support/seed-subscribers.ts'

test('a usage error exits with 2 and names the mistake', async () => {
  const { env } = await newAdminEnv('sqlite')
  // Mistakes found by the parser and by the command itself.
  const mistakes: [run: typeof runAdmin, args: string[], expected: RegExp][] = [
    [runAdmin, ['subscriber'], /Did you mean subscribers/],
    [admin, ['subscribers', 'remove', 'a\u001b[2Jb'], /'a\ufffd\[2Jb' .* Give an email address/],
    [runAdmin, ['mail', 'retry', '0001', '--letter', 'launch'], /either an id or --letter/],
  ]
  for (const [run, args, expected] of mistakes) {
    const { code, stdout, stderr } = await run(env, args)
    expect({ args, code, stdout }).toEqual({ args, code: 2, stdout: '' })
    expect(stderr).toMatch(expected)
  }
})

test('an invalid setting or unreachable database exits with 1 and is named', async () => {
  const { env } = await newAdminEnv('sqlite')
  const wrong = await runAdmin({ ...env, MAIL_PER_SECOND: 'many' }, ['stats'])
  expect(wrong.code).toBe(1)
  expect(wrong.stderr).toMatch(/MAIL_PER_SECOND must be/)
  const DATABASE_URL = 'postgres://nobody:x@127.0.0.1:1/none'
  const unreachable = await admin({ ...env, DATABASE_URL }, ['stats'])
  expect(unreachable.code).toBe(1)
  expect(unreachable.stderr).toMatch(/^The PostgreSQL database .* cannot be used: .*ECONNREFUSED/)
})

for (const dialect of dialects) {
  test(`mail list, stats and consent prove work on an empty database (${dialect})`, async () => {
    const { env } = await newAdminEnv(dialect)
    const { code, stdout } = await admin(env, ['mail', 'list', '--json'])
    expect({ code, stdout }).toEqual({ code: 0, stdout: '[]\n' })
    const { stdout: stats } = await admin(env, ['stats'])
    expect(stats).toContain('none yet')
    expect(stats).toContain('No visits in the last 30 days.')
    expect((await admin(env, ['consent', 'prove', 'a@b.c'])).code).toBe(1)
  })
}

test('an unwritable file or a damaged database gives a one-line error', async () => {
  const { env } = await newAdminEnv('sqlite')
  const errorOf = async (args: string[], more: Record<string, string> = {}) => {
    const { code, stderr } = await admin({ ...env, ...more }, args)
    expect({ code, lines: stderr.trim().split('\n').length }).toEqual({ code: 1, lines: 1 })
    return stderr
  }
  expect((await admin(env, ['stats'])).stderr).toContain('so an empty one was created')
  expect((await admin(env, ['stats'])).stderr).toBe('')
  const missing = join(env.DATA_DIR, 'none/x')
  expect(await errorOf(['backup', missing])).toContain(`${dirname(missing)} does not exist`)
  expect(await errorOf(['backup', '/dev/null/x'])).toContain('/dev/null')
  expect(await errorOf(['restore', missing])).toContain(`${missing} does not exist`)
  expect(await errorOf(['restore', '/dev/null/x'])).toContain('a part of the path is a file')
  expect(await errorOf(['restore', env.DATA_DIR])).toContain(`${env.DATA_DIR} is a folder`)
  if (existsSync('/dev/full')) {
    const written = ['letters', 'show', 'launch', '--html', '/dev/full']
    expect(await errorOf(written)).toMatch(/^\/dev\/full can.t be written/)
  }
  const damaged = join(env.DATA_DIR, 'damaged.db')
  expect((await admin({ ...env, DATABASE_URL: `sqlite:${damaged}` }, ['stats'])).code).toBe(0)
  writeFileSync(damaged, readFileSync(damaged).fill(0x5a, 4096))
  expect(await errorOf(['stats'], { DATABASE_URL: `sqlite:${damaged}` })).toContain(
    'Move it away, then restore the newest backup',
  )
})

test('restore rejects a file that is damaged, not a backup or of a newer version', async () => {
  const { env } = await newAdminEnv('sqlite')
  const file = join(env.DATA_DIR, 'one.db')
  await admin(env, ['backup', file])
  const bytes = readFileSync(file)
  const damaged = join(env.DATA_DIR, 'damaged.db')
  writeFileSync(damaged, bytes.fill(0x5a, 8192, 40_000))
  const words = join(env.DATA_DIR, 'text.db')
  writeFileSync(words, 'no database '.repeat(1000))
  const foreign = join(env.DATA_DIR, 'foreign.db')
  new SQLite(foreign).exec('create table invoices (id integer)').close()
  const empty = join(env.DATA_DIR, 'empty.db')
  new SQLite(empty).exec('vacuum').close()
  const newer = join(env.DATA_DIR, 'newer.db')
  copyFileSync(file, newer)
  new SQLite(newer).exec("insert into site_migrations values ('9999-next', '')").close()
  const { env: fresh } = await newAdminEnv('sqlite')
  for (const wrong of [damaged, words, foreign, empty, newer, join(env.DATA_DIR, 'none.db')]) {
    const { code, stderr } = await admin(fresh, ['restore', wrong, '--yes'])
    expect(code).toBe(1)
    expect(stderr).toMatch(/damaged|not a backup|as a backup|does not exist|a newer version/)
  }
  expect((await admin(fresh, ['restore', file, '--yes'])).code).toBe(0)
})

test('a command of each group runs from the build', async () => {
  const { env } = await newAdminEnv('sqlite')
  const { env: fresh } = await newAdminEnv('sqlite')
  const file = join(env.DATA_DIR, 'one.db')
  const list = join(env.DATA_DIR, 'bounces.txt')
  writeFileSync(list, 'nobody@example.com')
  const commands: [line: string, expected: RegExp][] = [
    [`suppressions import ${list}`, /^1 added/],
    ['stats', /none yet/],
    ['subscribers export', /^id,email/],
    ['messages list --json', /^\[\]/],
    ['mail retry', /^Nothing to retry/],
    ['letters list --json', /launch/],
    ['consent prove a@b.c', /^$/],
    ['data show nobody@example.com', /nobody@example\.com/],
    ['privacy record', /newsletter/i],
    ['doctor --json', /Database/],
    [`backup ${file}`, /one\.db/],
  ]
  for (const [line, expected] of commands) {
    const { stdout } = await runAdmin(env, line.split(' '))
    expect({ line, stdout }).toEqual({ line, stdout: expect.stringMatching(expected) })
  }
  expect((await runAdmin(fresh, ['restore', file, '--yes'])).code).toBe(0)
})

const hasScript = spawnSync('script', ['--version']).status === 0

function startAtTerminal(env: Record<string, string>, line: string) {
  const command = `'${process.execPath}' dist/server/cli.js ${line}`
  return startProcess(['script', '-qec', command, '/dev/null'], env)
}

/** Types a key at the prompt of `subscribers remove`. @returns the exit code and the lines after the prompt */
async function answerPrompt(key: string) {
  const { env, target } = await newAdminEnv('sqlite')
  await using database = await openDatabase(target)
  await seedSubscribers(database.db, 1)
  const child = startAtTerminal(env, 'subscribers remove person0@example.com')
  let output = ''
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk.toString()
    if (chunk.includes('[y/N]')) child.stdin.write(key)
  })
  await once(child, 'exit')
  return { code: child.exitCode, lines: output.replaceAll('\r', '').split('\n').slice(1) }
}

test.skipIf(!hasScript).each([
  ['Ctrl-C', '\u0003'],
  ['Ctrl-D', '\u0004'],
])('%s at a prompt cancels the command (needs script)', async (_, key) => {
  expect(await answerPrompt(key)).toEqual({ code: 1, lines: ['Nothing was done.', ''] })
})

test.skipIf(!hasScript)(
  'a command ends by itself after y at its prompt (needs script)',
  async () => {
    const { code, lines } = await answerPrompt('y\r')
    expect({ code, lines }).toEqual({ code: 0, lines: ['Removed person0@example.com.', ''] })
  },
)

test.skipIf(!hasScript)('a slowly read terminal gets all rows (needs script)', async () => {
  const { env, target } = await newAdminEnv('sqlite')
  await using database = await openDatabase(target)
  await seedSubscribers(database.db, 3000)
  const { stdout } = startAtTerminal(env, 'subscribers list --json')
  // Long enough for a progress bar.
  await once(stdout, 'readable')
  await sleep(500)
  // "\r ESC[K" erases the line on a terminal.
  const lines = (await text(stdout)).split('\n').map((line) => line.split('\r\u001b[K').at(-1)!)
  expect(lines.filter((line) => line.includes('"email"'))).toHaveLength(3000)
})
