import { chmodSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer, text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { labelBackup } from '#database/backup-record.ts'
import { connect, type Target } from '#database/connect.ts'
import { openDatabase } from '#database/open-database.ts'
import { periods } from '#personal-data.ts'
import { admin, newAdminEnv, startAdmin } from '../support/admin.ts'
import { dialects } from '../support/databases.ts'
import { built, startProcess } from '../support/start-site.ts'
import { seedSubscribers } from '../support/seed-subscribers.ts'

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000)

async function seedOne(target: Target) {
  await using database = await openDatabase(target)
  await seedSubscribers(database.db, 1)
}

test('a backup older than the recorded erasures is rejected, and backup --keep deletes it', async () => {
  const { target, env } = await newAdminEnv('sqlite')
  await seedOne(target)
  const dir = mkdtempSync(join(tmpdir(), 'backups-'))
  const [old, young, latest] = [0, 1, 2].map((day) => join(dir, `site-${day}.db`))
  await admin(env, ['backup', old!])
  await admin(env, ['backup', young!])
  await labelBackup(old!, old!, env.SECRET, daysAgo(periods.erasureHashDays + 1))
  await labelBackup(young!, young!, env.SECRET, daysAgo(periods.erasureHashDays - 2))
  const { env: clean } = await newAdminEnv('sqlite')
  const refused = await admin(clean, ['restore', old!, '--yes'])
  expect(refused.stderr).toContain('--allow-old-backup')
  expect(refused.code).toBe(1)
  expect((await admin(clean, ['restore', young!, '--yes'])).code).toBe(0)
  const { env: another } = await newAdminEnv('sqlite', { SECRET: 'x'.repeat(32) })
  const allowed = ['--allow-old-backup', '--secret-lost']
  expect((await admin(another, ['restore', old!, '--yes', ...allowed])).code).toBe(0)
  const strange = join(dir, 'site-3.db')
  writeFileSync(strange, 'a shopping list')
  const pruned = await admin(env, ['backup', latest!, '--keep', '29'])
  expect(pruned.stdout).toContain('Deleted 1 ')
  expect(pruned.stderr).toContain(`Kept ${strange}: it is not a backup of this site`)
  expect(readdirSync(dir)).toEqual(['site-1.db', 'site-2.db', 'site-3.db'])
})
test('the nightly backup deletes files within the period of the privacy policy', () => {
  const unit = readFileSync('deploy/site-backup.service', 'utf8')
  expect(unit).toContain(`--keep ${periods.erasureHashDays - 1}'`)
})

test('a backup of a locked database succeeds, and the command says that it was not recorded', async () => {
  const { target, env } = await newAdminEnv('sqlite')
  await seedOne(target)
  const file = join(env.DATA_DIR, 'one.db')
  await using database = connect(target)
  const made = await database.db.transaction().execute(() => admin(env, ['backup', file]))
  expect(made.stdout).toContain(`Backed up to ${file}`)
  expect(made.stderr).toContain('was locked by another process for too long')
  expect(made.code).toBe(1)
})

test.each(dialects)(
  'backup - writes a backup that can be restored to standard output (%s)',
  async (dialect) => {
    const { target, env } = await newAdminEnv(dialect)
    await seedOne(target)
    const child = startAdmin(env, ['backup', '-'])
    const bytes = await buffer(child.stdout)
    expect(await child.exited).toBe(0)
    // Nothing stays in the data folder.
    expect(readdirSync(env.DATA_DIR).filter((name) => name.startsWith('backup-'))).toEqual([])
    const { env: fresh } = await newAdminEnv('sqlite')
    const file = join(fresh.DATA_DIR, 'piped.db')
    writeFileSync(file, bytes)
    expect((await admin(fresh, ['restore', file, '--yes'])).code).toBe(0)
    expect((await admin(fresh, ['subscribers', 'list'])).stdout).toContain('person0@example.com')
  },
)

test.each(dialects)(
  'each backup is restored for a test, and doctor says so (%s)',
  async (dialect) => {
    const { target, env } = await newAdminEnv(dialect)
    await seedOne(target)
    const file = join(env.DATA_DIR, 'one.db')
    const made = await admin(env, ['backup', file])
    expect(made.stdout).toContain('Restored it as a test: 1 subscriber, 0 messages, ')
    const doctor = await admin(env, ['doctor'])
    expect(doctor.stdout).toMatch(/^ok +Backup: last proven .*, 1 subscriber, in/m)
    // Shown even if the old database can't be read.
    const { env: another } = await newAdminEnv('sqlite')
    const listed = await admin(another, ['backups', env.DATA_DIR, '--json'])
    expect(JSON.parse(listed.stdout)).toMatchObject([{ file, subscribers: 1, state: 'proven' }])
  },
)

test.runIf(process.platform === 'linux')(
  'a file that its user may not read is listed as unreadable beside the other backups (needs Linux)',
  async () => {
    const { target, env } = await newAdminEnv('sqlite')
    await seedOne(target)
    const [one, two] = ['one.db', 'two.db'].map((name) => join(env.DATA_DIR, name))
    for (const file of [one!, two!]) await admin(env, ['backup', file])
    chmodSync(two!, 0)
    // Otherwise root reads every file.
    const drop = ['setpriv', '--bounding-set=-dac_override,-dac_read_search', '--inh-caps=-all']
    const limited = process.getuid?.() === 0 ? drop : []
    const child = startProcess(
      [...limited, ...built('cli'), 'backups', env.DATA_DIR, '--json'],
      env,
    )
    const listed = JSON.parse(await text(child.stdout)) as object[]
    expect(listed).toMatchObject([
      { file: two, subscribers: null, state: 'unreadable' },
      { file: one, subscribers: 1, state: 'proven' },
    ])
  },
)

test('BACKUP_COMMAND takes each proven backup to a second place, and its failure is as visible as one of the backup', async () => {
  const { target, env } = await newAdminEnv('sqlite')
  await seedOne(target)
  const path = (name: string) => join(env.DATA_DIR, name)
  const BACKUP_COMMAND = `cp {} '${path('copy.db')}'`
  const copied = await admin({ ...env, BACKUP_COMMAND }, ['backup', path('the 1st.db')])
  expect(copied.stdout).toContain('BACKUP_COMMAND took it to a second place.')
  expect(readFileSync(path('copy.db'))).toEqual(readFileSync(path('the 1st.db')))
  const failing = { ...env, BACKUP_COMMAND: 'test ! -e' }
  const failed = await admin(failing, ['backup', path('2.db'), '--keep', '29'])
  expect(failed.code).toBe(1)
  expect(failed.stderr).toContain('BACKUP_COMMAND ended with exit code 1')
  const doctor = await admin(env, ['doctor'])
  expect(doctor.stdout).toMatch(/^failure +Backup: last proven .*\n.*BACKUP_COMMAND ended with/m)
})
