import { expect, test } from 'vitest'
import { newAdminEnv, runAdmin } from '../support/admin.ts'
import { dialects } from '../support/databases.ts'

test('help works with a mistake in the environment', async () => {
  const { env } = await newAdminEnv('sqlite')
  const { code, stdout } = await runAdmin({ ...env, PORT: 'wrong' }, ['stats', '--help'])
  expect(code).toBe(0)
  expect(stdout).toContain('Usage: npm run admin -- stats')
})

test('wrong usage ends with 2, says what is wrong, and does nothing', async () => {
  const { env } = await newAdminEnv('sqlite')
  // What the command line itself sees, and what only the command can see.
  const mistakes: [args: string[], says: RegExp][] = [
    [['subscriber'], /Did you mean subscribers/],
    [['subscribers', 'remove', 'nobody'], /not an e-mail address/],
  ]
  for (const [args, says] of mistakes) {
    const { code, stdout, stderr } = await runAdmin(env, args)
    expect({ args, code, stdout }).toEqual({ args, code: 2, stdout: '' })
    expect(stderr).toMatch(says)
  }
})

test('a mistake in the environment is named, and ends with 1', async () => {
  const { env } = await newAdminEnv('sqlite')
  const wrong = await runAdmin({ ...env, MAIL_PER_SECOND: 'many' }, ['stats'])
  expect(wrong.code).toBe(1)
  expect(wrong.stderr).toMatch(/MAIL_PER_SECOND must be/)
  const unreachable = await runAdmin(
    { ...env, DATABASE_URL: 'postgres://nobody:x@127.0.0.1:1/none' },
    ['stats'],
  )
  expect(unreachable.code).toBe(1)
  expect(unreachable.stderr).toMatch(/^The database cannot be opened: .*ECONNREFUSED/)
})

for (const dialect of dialects) {
  test(`an empty database is no mistake (${dialect})`, async () => {
    const { env } = await newAdminEnv(dialect)
    for (const command of ['subscribers list', 'messages list', 'mail list']) {
      const { code, stdout } = await runAdmin(env, [...command.split(' '), '--json'])
      expect({ command, code, stdout }).toEqual({ command, code: 0, stdout: '[]\n' })
    }
    expect((await runAdmin(env, ['stats'])).stdout).toContain('none yet')
    expect((await runAdmin(env, ['consent', 'prove', 'a@b.c'])).code).toBe(1)
  })
}
