import type { Database } from '#database/connect.ts'
import type { OutboxTable, Trx } from '#database/schema.ts'
import { findDrafts, type WrittenMail } from '#mail/mail-kinds.ts'
import { parseMailbox } from '#mailbox.ts'
import { unsubscribeUrl } from '#newsletter/subscription-links.ts'
import { testSecret, writers } from './outbox.ts'

/** What tests ask a database about what the application did. */
export function storedIn({ db }: Database, clock: () => Date) {
  const written = new Map<string, Omit<OutboxTable & WrittenMail, 'letter'> & { to: string }>()

  /** Mails as a mail worker would have written them by now; those that were read before stay as they were. */
  async function mailsTo(email: string) {
    const rows = await db.selectFrom('outbox').selectAll().orderBy('created_at').execute()
    const fresh = rows.filter(({ id }) => !written.has(id))
    const drafts = await findDrafts(db as Trx, writers, fresh)
    for (const mail of fresh) {
      const draft = drafts.get(mail.id)
      if (draft) written.set(mail.id, { ...mail, to: draft.to, ...draft.write(clock()) })
    }
    const isTheirs = (to: string) => parseMailbox(to)?.address.toLowerCase() === email
    return [...written.values()].filter(({ to }) => isTheirs(to))
  }

  /** As it stands in every letter. */
  async function unsubscribePath(email: string) {
    const all = db.selectFrom('subscribers').select(['id', 'language'])
    const found = await all.where('email_key', '=', email).executeTakeFirstOrThrow()
    return unsubscribeUrl({ publicUrl: '', secret: testSecret }, found)
  }

  return {
    mailsTo,
    /** Everything that a submission may leave behind. */
    rows: async () => ({
      subscribers: await db.selectFrom('subscribers').selectAll().orderBy('email_key').execute(),
      messages: await db.selectFrom('messages').selectAll().orderBy('email_key').execute(),
      quarantine: await db.selectFrom('quarantine').selectAll().orderBy('email_key').execute(),
    }),
    async statusOf(email: string) {
      const found = db.selectFrom('subscribers').select('status').where('email_key', '=', email)
      return (await found.executeTakeFirst())?.status
    },
    /** The path of the newest link of a kind that was mailed to an address. */
    async linkTo(email: string, kind: 'confirm' | 'not-me' | 'unsubscribe' | 'my-data') {
      if (kind === 'unsubscribe') return await unsubscribePath(email)
      const pattern = new RegExp(`https?://[^/]+((?:/it)?/${kind}/[\\w-]+)`)
      const mails = await mailsTo(email)
      return mails.flatMap((mail) => pattern.exec(mail.text)?.[1] ?? []).at(-1)!
    },
  }
}
