import type { Kysely } from 'kysely'
import type { Schema } from '#database/schema.ts'
import { reasonsForPause } from '#mail/mail-pause.ts'
import { readOutboxState } from '#mail/outbox-state.ts'
import { countSuppressions } from '#mail/suppressions.ts'
import type { Finding } from './finding.ts'

export async function checkOutbox(db: Kysely<Schema>, now: Date): Promise<Finding> {
  const subject = 'Outbox'
  const { waiting, oldestAt } = await readOutboxState(db)
  const [pause] = await reasonsForPause(db)
  if (pause) {
    const held = ['owner', 'server'].includes(pause.cause) ? 'all mail' : pause.cause
    return {
      level: 'warning',
      subject,
      message: `${held} is held back: ${pause.reason} ${waiting} waiting`,
      advice: 'Look at `mail list`, mend what it message, then run `mail resume`.',
    }
  }
  if (waiting === 0) return { level: 'ok', subject, message: 'nothing waits' }
  const hours = oldestAt === null ? 0 : (now.getTime() - Date.parse(oldestAt)) / 3_600_000
  const message = `${waiting} waiting, the oldest for ${hours < 1 ? 'less than an hour' : `${Math.floor(hours)} h`}`
  if (hours < 1) return { level: 'ok', subject, message }
  return { level: 'warning', subject, message, advice: '`mail list` tells why.' }
}

/** What was given up, and who gets no mail any more. */
export async function checkFailedMail(db: Kysely<Schema>): Promise<Finding[]> {
  const { failed } = await readOutboxState(db)
  const suppressed = await countSuppressions(db)
  const findings: Finding[] = []
  if (failed > 0) {
    findings.push({
      level: 'warning',
      subject: 'Failed mail',
      message: `${failed} could not be delivered`,
      advice: '`mail list --status failed` tells why, `mail retry` tries again.',
    })
  }
  if (suppressed > 0) {
    const message = `${suppressed} ${suppressed === 1 ? 'address gets' : 'addresses get'} no mail`
    const advice = '`suppressions list` names them, `suppressions remove` lets mail through again.'
    findings.push({ level: 'ok', subject: 'Suppressions', message, advice })
  }
  return findings
}
