import type { Database } from '#database/connect.ts'
import type { OutboxTable, Trx } from '#database/schema.ts'
import { parseMailbox } from '#mailbox.ts'
import type { WrittenMail } from '#mail/mail-kinds.ts'
import { findDrafts } from '#mail/wanted-mail.ts'
import type { LinkOptions } from '#newsletter/subscription-links.ts'
import { createMailWriters } from '#server/mail-writers.ts'

/** What tests ask a database about what the application did. */
export function storedIn(
  { db, kind: dialect }: Database,
  { clock, ...links }: LinkOptions & { clock: () => Date },
) {
  const writers = createMailWriters({
    ...links,
    dataDir: '.',
    contactTo: 'The Owner <owner@company.example>',
  })
  const written = new Map<string, Omit<OutboxTable & WrittenMail, 'letter'> & { to: string }>()

  /** Mails as a courier would have written them by now; those that were read before stay as they were. */
  async function mailsTo(email: string) {
    const rows = await db.selectFrom('outbox').selectAll().orderBy('created_at').execute()
    const fresh = rows.filter(({ id }) => !written.has(id))
    const drafts = await findDrafts(db as Trx, writers, fresh, dialect)
    for (const mail of fresh) {
      const draft = drafts.get(mail.id)
      if (draft) written.set(mail.id, { ...mail, to: draft.to, ...draft.write(clock()) })
    }
    return [...written.values()].filter(
      ({ to }) => parseMailbox(to)?.address.toLowerCase() === email,
    )
  }

  return {
    mailsTo,
    /** Everything that a submission may leave behind. */
    rows: async () => ({
      subscribers: await db.selectFrom('subscribers').selectAll().orderBy('email_key').execute(),
      messages: await db.selectFrom('messages').selectAll().orderBy('email_key').execute(),
      quarantine: await db.selectFrom('quarantine').selectAll().orderBy('email_key').execute(),
      // What /healthz keeps to prove that it can is no submission.
      keys: await db
        .selectFrom('idempotency_keys')
        .selectAll()
        .where('key_hash', 'not like', 'health %')
        .execute(),
    }),
    async statusOf(email: string) {
      const found = db.selectFrom('subscribers').select('status').where('email_key', '=', email)
      return (await found.executeTakeFirst())?.status
    },
    /** The path of the newest link of a kind that was mailed to an address. */
    async linkTo(email: string, kind: 'confirm' | 'unsubscribe' | 'my-data') {
      const pattern = new RegExp(`https?://[^/]+(/${kind}/[\\w-]+)`)
      const mails = await mailsTo(email)
      return mails.flatMap((mail) => pattern.exec(mail.text)?.[1] ?? []).at(-1)!
    },
  }
}

/** The rows of a database that kept nothing. */
export const nothing = { subscribers: [], messages: [], quarantine: [], keys: [] }
