import { describe, expect, test } from 'vitest'
import type { Trx } from '#database/schema.ts'
import { createMailWriters } from '#server/mail-writers.ts'
import { dialects } from '../../test/support/databases.ts'
import { testSecret } from '../../test/support/outbox.ts'
import { openTestApp, type TestApp } from '../../test/support/test-app.ts'
import { contentLetters, sampleFiles } from './content-letters.ts'
import { welcomeName } from './letter-file.ts'

const ada = 'ada@example.com'
// The owner may have changed or removed it.
const welcome = contentLetters().get(welcomeName)
const ownMachine = { publicUrl: 'http://localhost:3000' }

async function confirmAgain(app: TestApp) {
  await app.submit({ email: ada })
  await app.post(await app.linkTo(ada, 'confirm'))
}

const welcomes = ({ db }: TestApp) =>
  db.selectFrom('outbox').select('about_id').where('kind', '=', 'welcome').execute()

describe.each(dialects)('the welcome letter on %s', (dialect) => {
  test.runIf(welcome)(
    'is queued on the first confirmation only, and not sent after an unsubscribe',
    async () => {
      const app = await openTestApp(dialect, ownMachine)
      await confirmAgain(app)
      const [{ about_id: id }] = (await welcomes(app)) as [{ about_id: string }]
      const find = createMailWriters({
        ...ownMachine,
        secret: testSecret,
        diskDir: '.',
        contactTo: 'owner@company.example',
      }).welcome
      const drafts = () => find(app.db as Trx, [id], { letter: null, isClaim: true })
      const mail = (await drafts())[0]!.write(app.settings.clock())
      expect(mail.unsubscribeUrl).toContain(await app.linkTo(ada, 'unsubscribe'))
      expect(mail.replyTo).toBe('owner@company.example')

      await app.post(await app.linkTo(ada, 'unsubscribe'))
      expect(await drafts()).toEqual([])
      await confirmAgain(app)
      expect(await app.statusOf(ada)).toBe('confirmed')
      expect(await welcomes(app)).toHaveLength(1)
    },
  )

  test.runIf(welcome && sampleFiles(welcome).length > 0)(
    'is not queued on a public site while it is a sample',
    async () => {
      const app = await openTestApp(dialect)
      await confirmAgain(app)
      expect(await app.statusOf(ada)).toBe('confirmed')
      expect(await welcomes(app)).toEqual([])
    },
  )
})
