import { countRows } from '#database/read-pages.ts'
import type { Db } from '#database/schema.ts'
import { readPauses } from '#mail/mail-pause.ts'
import { readOutboxState } from '#mail/outbox-state.ts'
import { listSuppressions } from '#mail/suppressions.ts'
import { ok, warning, type Finding } from './finding.ts'

export async function checkOutbox(db: Db, now: Date): Promise<Finding> {
  const subject = 'Outbox'
  const { waiting, oldestAt } = await readOutboxState(db)
  const [pause] = await readPauses(db)
  if (pause) {
    const held = pause.holdsAll ? 'all mail' : pause.cause
    const message = `${held} is held back: ${pause.reason} ${waiting} waiting`
    return warning(
      subject,
      message,
      'Look at `mail list`, mend what it says, then run `mail resume`.',
    )
  }
  if (waiting === 0) return ok(subject, 'nothing waits')
  const hours = oldestAt === null ? 0 : (now.getTime() - Date.parse(oldestAt)) / 3_600_000
  const message = `${waiting} waiting, the oldest for ${hours < 1 ? 'less than an hour' : `${Math.floor(hours)} h`}`
  return hours < 1 ? ok(subject, message) : warning(subject, message, '`mail list` tells why.')
}

/** What was given up, and who gets no mail any more. */
export async function checkFailedMail(db: Db): Promise<Finding[]> {
  const { failed } = await readOutboxState(db)
  const suppressed = await countRows(listSuppressions(db))
  const findings: Finding[] = []
  if (failed > 0) {
    const advice = '`mail list --status failed` tells why, `mail retry` tries again.'
    findings.push(warning('Failed mail', `${failed} could not be delivered`, advice))
  }
  if (suppressed > 0) {
    const message = `${suppressed} ${suppressed === 1 ? 'address gets' : 'addresses get'} no mail`
    const advice = '`suppressions list` names them, `suppressions remove` lets mail through again.'
    findings.push(ok('Suppressions', message, advice))
  }
  return findings
}
