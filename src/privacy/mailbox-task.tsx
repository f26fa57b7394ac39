import { randomUUIDv7 } from 'node:crypto'
import type { Trx } from '#database/schema.ts'
import { longTime } from '#long-time.ts'
import { renderMail } from '#mail/layout/render-mail.tsx'
import type { FindDrafts } from '#mail/mail-kinds.ts'
import { queueMails } from '#mail/outbox.ts'
import { parseMailbox } from '#mailbox.ts'

/** One address may have sent thousands of messages: keeps the mail small. */
const maxNamed = 200

/**
 * Asks the owner to delete the copies of messages from the mailbox, which the site can't reach. Call it before the
 * messages are deleted. The task holds only the times when they arrived.
 */
export async function queueMailboxTask(trx: Trx, emailKey: string, now: Date) {
  const messages = await trx
    .selectFrom('messages')
    .select('received_at')
    .where('email_key', '=', emailKey)
    .orderBy('received_at', 'desc')
    // One more than the mail names, so that it can say that there are others.
    .limit(maxNamed + 1)
    .execute()
  if (messages.length === 0) return
  const id = randomUUIDv7()
  const received_times = messages.map(({ received_at }) => received_at).join(' ')
  await trx
    .insertInto('mailbox_tasks')
    .values({ id, received_times, created_at: now.toISOString() })
    .execute()
  await queueMails(trx, [{ kind: 'mailbox-task', aboutId: id }], now)
}

export function mailboxTaskDrafts(contactTo: string, publicUrl: string): FindDrafts {
  return async (trx, ids) => {
    const tasks = await trx.selectFrom('mailbox_tasks').selectAll().where('id', 'in', ids).execute()
    const emailKey = parseMailbox(contactTo)!.address.toLowerCase()
    return tasks.map(({ id, received_times }) => {
      const receivedAt = received_times.split(' ').map((time) => new Date(time))
      const write = () => mailboxTaskMail(receivedAt, publicUrl)
      return { aboutId: id, to: contactTo, emailKey, write }
    })
  }
}

/** Names nobody: the mail must not bring back the person who was erased. */
export function mailboxTaskMail(receivedAt: Date[], publicUrl: string) {
  const title = 'Please delete from the mailbox'
  const ask =
    'Someone erased their data. Please delete their messages, and your replies, from the mailbox and Sent folder. Each message says at its end when it was received:'
  const times = receivedAt.slice(0, maxNamed).map((time) => `Received on ${longTime('en', time)}`)
  const others =
    receivedAt.length > maxNamed ? ['And all earlier messages from the same address.'] : []
  const parts = [ask, ...times, ...others]
  return renderMail({ language: 'en', subject: title, title, parts, publicUrl })
}
