import { expect, test } from 'vitest'
import { connect } from '#database/connect.ts'
import { migrate } from '#database/migrate.ts'
import { admin, newAdminEnv } from '../support/admin.ts'
import { dialects } from '../support/databases.ts'

test.each(dialects)(
  'mail list and doctor show until when mail is paused, and nothing once the pause is over (%s)',
  async (dialect) => {
    const { target, env } = await newAdminEnv(dialect)
    await using database = connect(target)
    await migrate(database)
    const inMinutes = (count: number) => new Date(Date.now() + count * 60_000).toISOString()
    const printed = async () =>
      (await admin(env, ['mail', 'list'])).stderr + (await admin(env, ['doctor'])).stdout
    const until = inMinutes(30)
    const pause = { cause: 'server', reason: '421 busy', paused_at: inMinutes(-5), times: 1 }
    await database.db
      .insertInto('mail_pauses')
      .values({ ...pause, until })
      .execute()
    expect(await printed()).toContain(`until ${until.slice(0, 16).replace('T', ' ')} UTC or`)
    const over = { until: inMinutes(-1) }
    await database.db.updateTable('mail_pauses').set(over).execute()
    expect(await printed()).not.toContain('is paused')
  },
)

test('mail resume without SMTP_URL says that it is not set', async () => {
  const { env } = await newAdminEnv('sqlite')
  expect((await admin(env, ['mail', 'resume'])).stdout).toContain('SMTP_URL is not set')
  const withServer = { ...env, SMTP_URL: 'smtp://127.0.0.1:25' }
  expect((await admin(withServer, ['mail', 'resume'])).stdout).toBe('Sending has resumed.\n')
})
