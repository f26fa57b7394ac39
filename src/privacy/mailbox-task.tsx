import { randomUUIDv7 } from 'node:crypto'
import type { SelectQueryBuilder } from 'kysely'
import { periodStart, periodWords } from '#content/periods.ts'
import type { Schema, Trx } from '#database/schema.ts'
import { emailKeyOf } from '#email-address.ts'
import { longTime } from '#long-time.ts'
import { renderMail } from '#mail/layout/render-mail.tsx'
import type { FindDrafts, MailDeclaration, MailOptions } from '#mail/mail-declaration.ts'
import { queueMails } from '#mail/outbox.ts'

export const mailboxTaskKind = {
  name: 'mailbox-task',
  queue: 'usual',
  to: 'owner',
  ignores: [],
  isUnconfirmed: false,
  about: null,
  title: 'Task to delete messages from the mailbox, to you',
  sample: () => mailboxTaskMail([new Date('2026-03-01')], new Date('2026-03-02')),
  findDrafts: mailboxTaskDrafts,
} satisfies MailDeclaration

/** One address may have sent thousands of messages: keeps the mail small. */
const maxNamed = 200

/** Call it before the messages of an address are erased. */
export async function queueErasureTask(trx: Trx, emailKey: string, now: Date) {
  await queueMailboxTask(trx, now, (messages) => messages.where('email_key', '=', emailKey))
}

/** Call it before the messages that have expired are deleted. */
export async function queueExpiryTask(trx: Trx, now: Date) {
  const before = periodStart('contactMessageMonths', now).toISOString()
  await queueMailboxTask(trx, now, (messages) => messages.where('received_at', '<', before))
}

/**
 * Asks the owner to delete the copies of messages from the mailbox, which the site can't reach. The task holds only the
 * times when they arrived.
 */
async function queueMailboxTask(
  trx: Trx,
  now: Date,
  select: (messages: SelectQueryBuilder<Schema, 'messages', object>) => typeof messages,
) {
  const messages = await select(trx.selectFrom('messages'))
    .select('received_at')
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
    return tasks.map(({ id, received_times, created_at }) => {
      const receivedAt = received_times.split(' ').map((time) => new Date(time))
      const render = () => mailboxTaskMail(receivedAt, new Date(created_at))
      return { aboutId: id, to: contactTo, emailKey, render }
    })
  }
}

/** Names nobody: the mail must not bring back the person who was erased. */
function mailboxTaskMail(receivedAt: Date[], askedAt: Date) {
  const title = 'Please delete messages from the mailbox'
  const newest = receivedAt[0]!
  const words = newest < periodStart('contactMessageMonths', askedAt) ? expired : erased
  const times = receivedAt.slice(0, maxNamed).map((time) => `Received on ${longTime('en', time)}`)
  const others = receivedAt.length > maxNamed ? [words.others] : []
  const parts = [words.ask, exceptions, 'Look for the messages that contain:', ...times, ...others]
  return renderMail({ language: 'en', subject: title, title, parts })
}

const erased = {
  ask: 'Someone erased their data. Please delete their messages from the mailbox, and your replies from the Sent folder.',
  others: 'And all earlier messages from the same address.',
}

const expired = {
  ask: `Contact messages are kept for ${periodWords('en', 'contactMessageMonths')}, and the site has deleted these. Please delete them from the mailbox, and your replies from the Sent folder.`,
  others: 'And all earlier contact messages.',
}

const exceptions =
  'Keep them only if a contract, a legal duty or a claim requires it, or while their use is restricted (see docs/privacy.md).'
