import { expect, test } from 'vitest'
import { dialects } from '../../test/support/databases.ts'
import { openTestApp } from '../../test/support/test-app.ts'
import { collectPersonalData } from '#privacy/collect-personal-data.ts'
import { mailKinds } from './mail-kinds.ts'

const ada = 'ada@example.com'

test.each(dialects)(
  'mail is about a row of its declared table, and the data page finds every kind about a person (%s)',
  async (dialect) => {
    const app = await openTestApp(dialect)
    await app.submit({ email: ada })
    await app.submit({ name: 'Ada', email: ada, message: 'Hello' })
    await app.askForData(ada)
    for (const { kind, about_id } of await app.db.selectFrom('outbox').selectAll().execute()) {
      const about = app.db.selectFrom(mailKinds[kind].about!.table).select('id')
      expect(await about.where('id', '=', about_id).execute()).toHaveLength(1)
    }
    await app.db.deleteFrom('outbox').execute()
    const kinds = Object.values(mailKinds).filter(({ about }) => about !== null)
    for (const { name, about } of kinds) {
      const row = app.db.selectFrom(about!.table).select('id')
      const { id } = await row.executeTakeFirstOrThrow()
      const at = app.settings.clock().toISOString()
      const state = { status: 'sent', attempts: 1, due_at: at, created_at: at } as const
      await app.db
        .insertInto('outbox')
        .values({ id: name, kind: name, about_id: id, ...state })
        .execute()
    }
    const { records } = await collectPersonalData(app.db, ada, 'en')
    const found = records.find(({ table }) => table === 'outbox')!.entries
    expect(new Set(found.map(({ kind }) => kind))).toEqual(new Set(kinds.map(({ name }) => name)))
  },
)
