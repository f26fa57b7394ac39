import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { openDatabase } from '#database/open-database.ts'
import { admin, newAdminEnv, startAdmin } from '../support/admin.ts'
import { eventually } from '../support/open-outbox.ts'
import { startProcess } from '../support/start-site.ts'

/** Kills a command that waits for a locked table once the folder has `files` files. */
async function killMidway(signal: NodeJS.Signals, folder: string, files: number, args: string[]) {
  const { target, env } = await newAdminEnv('postgres', { TMPDIR: folder })
  const database = await openDatabase(target)
  const code = await database.db.transaction().execute(async (trx) => {
    await sql`lock table subscribers in access exclusive mode`.execute(trx)
    const child = startAdmin(env, args)
    await eventually(() =>
      expect(readdirSync(folder, { recursive: true }).length).toBeGreaterThanOrEqual(files),
    )
    child.kill(signal)
    return await child.exited
  })
  await database.close()
  return code
}

test.each([
  ['SIGHUP', 129],
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const)('a backup ended by %s leaves no files behind', async (signal, code) => {
  const folder = mkdtempSync(join(tmpdir(), 'killed-'))
  const args = ['backup', join(folder, 'one.db')]
  expect(await killMidway(signal, folder, 1, args)).toBe(code)
  expect(readdirSync(folder)).toEqual([])
})

test('a SQLite backup ended by SIGINT leaves no files behind', async () => {
  const { target, env } = await newAdminEnv('sqlite')
  const database = await openDatabase(target)
  await sql`insert into messages (id, name, email, email_key, message, received_at)
    with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < 20000)
    select n, 'Ada', 'ada@example.com', 'ada@example.com', hex(randomblob(1000)), '2026-03-01'
    from numbers`.execute(database.db)
  await database.close()
  const folder = mkdtempSync(join(tmpdir(), 'killed-'))
  const child = startAdmin(env, ['backup', join(folder, 'one.db')])
  await eventually(() => expect(readdirSync(folder)).not.toEqual([]))
  child.kill('SIGINT')
  expect(await child.exited).toBe(130)
  expect(readdirSync(folder)).toEqual([])
})

test('a restore ended by SIGTERM leaves no files behind', async () => {
  const { env } = await newAdminEnv('sqlite')
  const file = join(env.DATA_DIR, 'one.db')
  await admin(env, ['backup', file])
  const folder = mkdtempSync(join(tmpdir(), 'killed-'))
  const args = ['restore', file, '--since', file]
  expect(await killMidway('SIGTERM', folder, 3, args)).toBe(143)
  expect(readdirSync(folder)).toEqual([])
})

test('npm test ended by SIGHUP removes its scratch folder', async () => {
  const script = `import { useScratchFolder } from './tools/testing/scratch.mjs'
    useScratchFolder()
    setInterval(() => {}, 1000)
    process.stdout.write(process.env.TMPDIR)`
  const child = startProcess([process.execPath, '--input-type=module', '--eval', script], {})
  onTestFinished(() => void child.kill('SIGKILL'))
  const [folder] = (await once(child.stdout, 'data')) as [Buffer]
  expect(existsSync(folder)).toBe(true)
  child.kill('SIGHUP')
  await child.exited
  expect(existsSync(folder)).toBe(false)
})

test('checks run even if setPriority is not permitted', async () => {
  const script = `import os from 'node:os'
    import { syncBuiltinESMExports } from 'node:module'
    os.setPriority = () => { throw new Error('EPERM') }
    syncBuiltinESMExports()
    const { check } = await import('./tools/testing/suite.mjs')
    console.log(await check('types', 'typescript/bin/tsc', ['--version']))`
  const child = startProcess([process.execPath, '--input-type=module', '--eval', script], {})
  onTestFinished(() => void child.kill('SIGKILL'))
  expect(await text(child.stdout)).toContain('{ passed: 1, failed: 0 }')
})
