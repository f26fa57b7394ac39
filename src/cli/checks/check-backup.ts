import { existsSync } from 'node:fs'
import { periodStart, periodWords } from '#content/periods.ts'
import { backupsBefore, lastBackup } from '#database/backup-record.ts'
import type { Db } from '#database/schema.ts'
import { zonedInstant } from '../short-instant.ts'
import { ok, warning, type Finding } from './finding.ts'

const mostDays = 7
const kept = 'erasureHashDays'

export async function checkBackup(db: Db, now: Date): Promise<Finding> {
  const last = await lastBackup(db)
  const advice =
    'Run `backup FILE`, best every night by cron, and copy the file to another machine.'
  if (!last) return warning('Backup', 'none was made yet', advice)
  const message = `the last was made ${zonedInstant(last.made_at)}, in ${last.file}`
  const days = (now.getTime() - Date.parse(last.made_at)) / 86_400_000
  if (days > mostDays) return warning('Backup', message, advice)
  const old = (await backupsBefore(db, periodStart(kept, now))).filter((file) => existsSync(file))
  if (old.length === 0) return ok('Backup', message)
  const promise = `the privacy policy says that none is kept for more than ${periodWords(kept)}`
  return warning(
    'Backup',
    `${promise}\n${old.join('\n')}`,
    'Delete them: `backup FILE --keep DAYS`.',
  )
}
