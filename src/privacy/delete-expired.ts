import { sql } from 'kysely'
import { periodStart } from '#content/periods.ts'
import { deleteInBatches } from '#database/delete-in-batches.ts'
import type { Db } from '#database/schema.ts'
import { giveUpWaiting } from '#mail/outbox.ts'
import { archiveLetterMail } from '#letters/archive-letter-mail.ts'
import { endExpiredSubscriptions } from '#letters/end-expired-subscriptions.ts'
import { personalData } from '#personal-data.ts'
import { queueExpiryTask } from './mailbox-task.tsx'

/** Deletes everything past the retention period that the policy states. Runs once a day. */
export async function deleteExpired(db: Db, now: Date) {
  await endExpiredSubscriptions(db, now)
  await giveUpWaiting(db, periodStart('sentMailDays', now))
  await archiveLetterMail(db, periodStart('sentMailDays', now))
  await db.transaction().execute((trx) => queueExpiryTask(trx, now))
  for (const table of Object.keys(personalData)) await deleteRows(db, table, now)
  const before = periodStart('visitMonths', now).toISOString().slice(0, 10)
  for (const table of ['visits', 'funnel']) {
    await deleteInBatches(db, table, 'day', sql`day < ${before}`)
  }
}

/** Deletes rows with periods of a day or less. Runs every minute, so that they are not kept up to a day longer. */
export async function deleteShortLived(db: Db, now: Date) {
  for (const table of ['submissions', 'mail_allowances', 'data_links'])
    await deleteRows(db, table, now)
}

async function deleteRows(db: Db, table: string, now: Date) {
  const { columns, since, retention } = personalData[table]!
  const key = columns.includes('id') ? 'id' : columns[0]!
  for (const { period, from = since, laterTime = from, condition = 'true', isEnded } of retention) {
    if (isEnded) continue
    const before = periodStart(period, now).toISOString()
    const isDue = sql`${sql.raw(condition)} and ${sql.ref(from)} < ${before} and ${sql.raw(laterTime)} < ${before}`
    await deleteInBatches(db, table, key, isDue)
  }
}
