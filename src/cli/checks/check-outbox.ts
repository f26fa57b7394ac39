import type { Kysely } from 'kysely'
import type { Schema } from '#database/schema.ts'
import { reasonForPause } from '#mail/mail-pause.ts'
import { waitingMail } from '#mail/waiting-mail.ts'
import type { Finding } from './finding.ts'

export async function checkOutbox(db: Kysely<Schema>, now: Date): Promise<Finding> {
  const subject = 'Outbox'
  const heldBack = await reasonForPause(db)
  const { count, oldestSeconds } = await waitingMail(db, now)
  const hours = oldestSeconds / 3600
  if (heldBack !== undefined) {
    return {
      level: 'warning',
      subject,
      says: `all mail is held back: ${heldBack} ${count} waiting`,
      advice: 'Look at `mail list`, then run `mail resume`.',
    }
  }
  if (count === 0) return { level: 'ok', subject, says: 'nothing waits' }
  const says = `${count} waiting, the oldest for ${hours < 1 ? 'less than an hour' : `${Math.floor(hours)} h`}`
  if (hours < 1) return { level: 'ok', subject, says }
  return { level: 'warning', subject, says, advice: '`mail list` tells why.' }
}

export async function checkFailedMail(db: Kysely<Schema>): Promise<Finding | undefined> {
  const { count } = await db
    .selectFrom('outbox')
    .select(({ fn }) => fn.countAll().as('count'))
    .where('status', '=', 'failed')
    .executeTakeFirstOrThrow()
  if (Number(count) === 0) return undefined
  return {
    level: 'warning',
    subject: 'Failed mail',
    says: `${Number(count)} could not be delivered`,
    advice: '`mail list --status failed` tells why, `mail retry` tries again.',
  }
}
