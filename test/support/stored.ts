import type { Kysely } from 'kysely'
import type { Schema } from '#database/schema.ts'

/** What tests ask a database about what the application did. */
export function storedIn(db: Kysely<Schema>) {
  const mailsTo = async (email: string) =>
    await db
      .selectFrom('outbox')
      .selectAll()
      .where('email_key', '=', email)
      .orderBy('created_at')
      .execute()
  return {
    /** Everything that a submission may leave behind. */
    rows: async () => ({
      subscribers: await db.selectFrom('subscribers').selectAll().orderBy('email_key').execute(),
      messages: await db.selectFrom('messages').selectAll().orderBy('email_key').execute(),
      quarantine: await db.selectFrom('quarantine').selectAll().orderBy('email_key').execute(),
      keys: await db.selectFrom('idempotency_keys').selectAll().execute(),
    }),
    async statusOf(email: string) {
      const found = db.selectFrom('subscribers').select('status').where('email_key', '=', email)
      return (await found.executeTakeFirst())?.status
    },
    mailsTo,
    /** The path of the newest link of a kind that was mailed to an address. */
    async linkTo(email: string, kind: 'confirm' | 'unsubscribe' | 'my-data') {
      const pattern = new RegExp(`https?://[^/]+(/${kind}/[\\w-]+)`)
      const mails = await mailsTo(email)
      return mails.flatMap((mail) => pattern.exec(mail.text ?? '')?.[1] ?? []).at(-1)!
    },
  }
}

/** The rows of a database that kept nothing. */
export const nothing = { subscribers: [], messages: [], quarantine: [], keys: [] }
