import { randomUUIDv7 } from 'node:crypto'
import type { Schema, Trx } from '#database/schema.ts'
import type { FindDrafts } from '#mail/mail-kinds.ts'
import { queueMails } from '#mail/queue-mail.ts'
import { parseMailbox } from '#mailbox.ts'
import { mailboxTaskEmail, mostNamed } from './mailbox-task-email.tsx'

/**
 * Copies of messages lie in the owner's mailbox, where no program reaches them: the owner is asked.
 * Call it before the messages are gone. It names the moments at which they came, and nobody.
 */
export async function queueMailboxTask(
  trx: Trx,
  task: Schema['mailbox_tasks']['task'],
  emailKey: string,
  now: Date,
) {
  const messages = await trx
    .selectFrom('messages')
    .select('received_at')
    .where('email_key', '=', emailKey)
    .orderBy('received_at', 'desc')
    // One more than the mail names: then it says that there are others.
    .limit(mostNamed + 1)
    .execute()
  if (messages.length === 0) return
  const id = randomUUIDv7()
  const received_times = messages.map(({ received_at }) => received_at).join(' ')
  await trx
    .insertInto('mailbox_tasks')
    .values({ id, task, received_times, created_at: now.toISOString() })
    .execute()
  await queueMails(trx, [{ kind: 'mailbox-task', aboutId: id }], now)
}

export function mailboxTaskMail(contactTo: string, publicUrl: string): FindDrafts {
  return async (trx, ids) => {
    const tasks = await trx.selectFrom('mailbox_tasks').selectAll().where('id', 'in', ids).execute()
    const emailKey = parseMailbox(contactTo)!.address.toLowerCase()
    return tasks.map(({ id, task, received_times }) => {
      const receivedAt = received_times.split(' ').map((time) => new Date(time))
      const write = () => mailboxTaskEmail(task, receivedAt, publicUrl)
      return { aboutId: id, to: contactTo, emailKey, write }
    })
  }
}
