import { expect, test } from 'vitest'
import { admin } from '../../../test/support/admin.ts'
import { UserError } from '#user-error.ts'
import { createCommandContext } from './command-context.ts'
import { runProgram } from './program.ts'
import { createTerminal } from './terminal.ts'

const contract = [
  'console',
  'doctor',
  'stats',
  'subscribers list',
  'subscribers export',
  'subscribers unsubscribe',
  'subscribers remove',
  'messages list',
  'messages show',
  'messages export',
  'messages done',
  'messages remove',
  'mail list',
  'mail retry',
  'mail pause',
  'mail resume',
  'mail check',
  'letters list',
  'letters show',
  'letters test',
  'letters send',
  'letters status',
  'letters stop',
  'suppressions list',
  'suppressions import',
  'suppressions remove',
  'consent prove',
  'data show',
  'data erase',
  'privacy record',
  'backup',
  'backups',
  'restore',
  'settings',
  'set',
]

/** Invalid, because help and usage errors must not need a valid environment. */
const env = { PORT: 'nonsense' }

test.each(contract)('%s has help with an example', async (command) => {
  const { code, stdout } = await admin(env, [...command.split(' '), '--help'])
  expect(code).toBe(0)
  expect(stdout).toContain(`Usage: npm run admin -- ${command}`)
  expect(stdout).toMatch(new RegExp(`Examples:\\n(?:.*\\n)*.*admin -- ${command}`))
})

test('help shows the command as it is typed on a server', async () => {
  const server = { adminCommand: 'site-admin' }
  for (const args of [['--help'], ['restore', '--help'], ['backup', '--help']]) {
    const { stdout } = await admin(env, args, server)
    expect(stdout).toContain('site-admin')
    expect(stdout).not.toContain('npm run')
  }
})

test.each(['site-admin', 'docker compose exec site node dist/server/cli.js'])(
  'help of restore as %s points to the docs instead of a folder that it would not use',
  async (adminCommand) => {
    const { stdout } = await admin(env, ['restore', '--help'], { adminCommand })
    expect(stdout).toContain('docs/deploy.md')
    expect(stdout).not.toContain('DATA_DIR=')
  },
)

test.each([
  ['', 'Usage:'],
  ['subscribers', 'Usage:'],
  ['subscribers list --colour', 'unknown option'],
  ['subscribers list --limit 0', 'whole number'],
  ['subscribers list --limit 1234567890', 'whole number'],
  ['doctor --url ftp://www.example.com', 'Give a URL that starts with https'],
  ['subscribers list --since yesterday', 'Give a day like'],
  ['subscribers list --since 2026-02-30', 'Give a day like'],
  ['subscribers list --since 2026-02-30T08:00:00Z', 'Give a day like'],
  ['subscribers list --until 9999-12-31', 'Give a day like'],
  ['subscribers list --status gone', 'Allowed choices'],
  ['subscribers export --format xml', 'Allowed choices'],
  ['subscribers remove', 'missing required argument'],
  ['data erase a@b.c too many', 'too many arguments'],
  ['mail lists', 'Did you mean list'],
  ['messages remove', 'give either ids, or --from'],
  ['messages remove a1 --from a@b.example', 'give either ids, or --from'],
  ['messages list --since 2026-03-02 --until 2026-03-01', 'must come before'],
])('"%s" exits with 2 and explains the usage', async (line, expected) => {
  const { code, stderr } = await admin(env, line.split(' ').filter(Boolean))
  expect(code).toBe(2)
  expect(stderr).toContain(expected)
})

test('control characters in an error are not printed to the terminal', async () => {
  const { code, stderr } = await admin({ DATA_DIR: '/dev/null/\u001b[2J\u202e\u009b1m' }, ['stats'])
  expect(code).toBe(1)
  expect(stderr).toContain('[2J')
  for (const sign of ['\u001b', '\u202e', '\u009b']) expect(stderr).not.toContain(sign)
})

test('help that cannot be written to a full disk exits with 1 and says why', async () => {
  const notes: string[] = []
  const terminal = {
    ...createTerminal(env),
    write: () => Promise.reject(new UserError('ENOSPC: no space left on device, write')),
    note: (line: string) => void notes.push(line),
  }
  const readConfig = () => expect.unreachable()
  const context = createCommandContext({ terminal, readConfig, workingDir: '.' })
  expect(await runProgram(context, ['stats', '--help'])).toBe(1)
  expect(notes).toEqual(['ENOSPC: no space left on device, write'])
})
