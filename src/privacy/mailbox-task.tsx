import { randomUUIDv7 } from 'node:crypto'
import type { Schema, Trx } from '#database/schema.ts'
import { longTime } from '#long-time.ts'
import { renderMail } from '#mail/layout/render-mail.tsx'
import type { FindDrafts } from '#mail/mail-kinds.ts'
import { queueMails } from '#mail/queue-mail.ts'
import { parseMailbox } from '#mailbox.ts'

/** Somebody may have sent thousands, and a mail of megabytes reaches nobody. */
const mostNamed = 200

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

/** To the owner, the newest first. It names nobody: whoever was erased must not come back by this very mail. */
export function mailboxTaskEmail(task: keyof typeof words, receivedAt: Date[], publicUrl: string) {
  const { title, ask } = words[task]
  const times = receivedAt.slice(0, mostNamed).map((time) => `Received on ${longTime(time)}`)
  const others =
    receivedAt.length > mostNamed ? ['And all that came before, from the same address.'] : []
  const parts = [ask, ...times, ...others]
  return renderMail({ subject: title, title, parts, publicUrl })
}

const words = {
  erase: {
    title: 'Please delete from the mailbox',
    ask: 'Somebody had their data erased. The website has done so. In the mailbox there are still the notices of their messages, and perhaps your answers. Please delete them, in the folder of sent mail too. Each notice ends with the moment when the message was received:',
  },
  correct: {
    title: 'Please correct in the mailbox',
    ask: 'Somebody corrected their name or their address. The website has done so, and `messages list` shows it. In the mailbox there are still the notices as they came. Please write to the new address only. Each notice ends with the moment when the message was received:',
  },
}
