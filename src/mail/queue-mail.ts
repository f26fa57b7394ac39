import type { Transaction } from 'kysely'
import type { Schema } from '#database/schema.ts'

export type MailKind = 'confirm-signup' | 'message-notice' | 'message-receipt' | 'my-data-link'

export interface Mail {
  kind: MailKind
  /** An address, or Name <address>. */
  to: string
  subject: string
  html: string
  text: string
  replyTo?: string
  /** On newsletter mail: takes a one-click unsubscribe (RFC 8058). */
  unsubscribeUrl?: string
}

/**
 * Call it in the transaction that stores what the mail is about: neither exists without the other.
 * The courier takes it from there.
 */
export async function queueMail(trx: Transaction<Schema>, mail: Mail, now: Date): Promise<void> {
  const queuedAt = now.toISOString()
  await trx
    .insertInto('outbox')
    .values({
      id: crypto.randomUUID(),
      kind: mail.kind,
      to_email: mail.to,
      email_key: addressOf(mail.to).toLowerCase(),
      subject: mail.subject,
      html: mail.html,
      text: mail.text,
      reply_to: mail.replyTo ?? null,
      list_unsubscribe: mail.unsubscribeUrl ?? null,
      message_id: crypto.randomUUID(),
      status: 'waiting',
      attempts: 0,
      next_attempt_at: queuedAt,
      touched_at: queuedAt,
      created_at: queuedAt,
    })
    .execute()
}

/** The bare address of `Name <address>`. */
export function addressOf(mailbox: string): string {
  return /<([^<>]+)>\s*$/.exec(mailbox)?.[1] ?? mailbox
}
