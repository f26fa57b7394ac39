import { randomUUIDv7 } from 'node:crypto'
import type { Trx } from '#database/schema.ts'
import { emailKeyOf } from '#email-address.ts'
import { longTime } from '#long-time.ts'
import { renderMail } from '#mail/layout/render-mail.tsx'
import type { FindDrafts, MailDeclaration, MailOptions } from '#mail/mail-declaration.ts'
import { queueMails } from '#mail/outbox.ts'

declare module '#database/schema.ts' {
  interface MailKindNames {
    'mailbox-task': true
  }
}

export const mailboxTaskKind = {
  name: 'mailbox-task',
  queue: 'usual',
  to: 'owner',
  ignores: [],
  isUnconfirmed: false,
  about: null,
  title: 'Task after an erasure, to you',
  sample: () => mailboxTaskMail([new Date('2026-03-01')]),
  findDrafts: mailboxTaskDrafts,
} satisfies MailDeclaration

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

function mailboxTaskDrafts({ contactTo }: MailOptions): FindDrafts {
  return async (db, ids) => {
    const tasks = await db.selectFrom('mailbox_tasks').selectAll().where('id', 'in', ids).execute()
    const emailKey = emailKeyOf(contactTo)
    return tasks.map(({ id, received_times }) => {
      const receivedAt = received_times.split(' ').map((time) => new Date(time))
      const render = () => mailboxTaskMail(receivedAt)
      return { aboutId: id, to: contactTo, emailKey, render }
    })
  }
}

/** Names nobody: the mail must not bring back the person who was erased. */
function mailboxTaskMail(receivedAt: Date[]) {
  const title = 'Please delete messages from the mailbox'
  const ask =
    'Someone erased their data. Please delete their messages from the mailbox, and your replies from the Sent folder. Look for the messages that contain:'
  const times = receivedAt.slice(0, maxNamed).map((time) => `Received on ${longTime('en', time)}`)
  const others =
    receivedAt.length > maxNamed ? ['And all earlier messages from the same address.'] : []
  const parts = [ask, ...times, ...others]
  return renderMail({ language: 'en', subject: title, title, parts })
}
