import type { Database } from '#database/connect.ts'
import type { OutboxTable } from '#database/schema.ts'
import { findDrafts, type RenderedMail } from '#mail/mail-declaration.ts'
import { parseMailbox } from '#email-address.ts'
import { unsubscribeUrl } from '#subscribers/subscription-links.ts'
import { newMailKinds, testSecret } from './open-outbox.ts'

/** Queries on the database of a test app. */
export function storedIn({ db }: Database, clock: () => Date) {
  const rendered = new Map<string, Omit<OutboxTable & RenderedMail, 'letter'> & { to: string }>()

  /** Renders mail as the mail worker would now; mail that was read before stays unchanged. */
  async function mailsTo(email: string) {
    const rows = await db.selectFrom('outbox').selectAll().orderBy('created_at').execute()
    const fresh = rows.filter(({ id }) => !rendered.has(id))
    const drafts = await findDrafts(db, newMailKinds(), fresh)
    for (const mail of fresh) {
      const draft = drafts.get(mail.id)
      if (!draft) continue
      rendered.set(mail.id, { ...mail, to: draft.to, ...(await draft.render(clock(), db)) })
    }
    const isToThem = (to: string) => parseMailbox(to)?.address.toLowerCase() === email
    return [...rendered.values()].filter(({ to }) => isToThem(to))
  }

  /** The path of the unsubscribe link in letters. */
  async function unsubscribePath(email: string) {
    const all = db.selectFrom('subscribers').select(['id', 'language'])
    const found = await all.where('email_key', '=', email).executeTakeFirstOrThrow()
    return unsubscribeUrl({ publicUrl: '', secret: testSecret }, found)
  }

  return {
    mailsTo,
    /** The rows that a submission can create. */
    rows: async () => ({
      subscribers: await db.selectFrom('subscribers').selectAll().orderBy('email_key').execute(),
      messages: await db.selectFrom('messages').selectAll().orderBy('email_key').execute(),
      quarantine: await db.selectFrom('quarantine').selectAll().orderBy('email_key').execute(),
    }),
    async statusOf(email: string) {
      const found = db.selectFrom('subscribers').select('status').where('email_key', '=', email)
      return (await found.executeTakeFirst())?.status
    },
    /** The path of the newest link of a kind mailed to an address. */
    async linkTo(email: string, kind: 'confirm' | 'not-me' | 'unsubscribe' | 'my-data') {
      if (kind === 'unsubscribe') return await unsubscribePath(email)
      const pattern = new RegExp(`https?://[^/]+((?:/it)?/${kind}/[\\w-]+)`)
      const mails = await mailsTo(email)
      return mails.flatMap((mail) => pattern.exec(mail.text)?.[1] ?? []).at(-1)!
    },
  }
}
