import type { Kysely } from 'kysely'
import { lastBackup } from '#database/backup-record.ts'
import type { Schema } from '#database/schema.ts'
import { zonedInstant } from '../short-instant.ts'
import { ok, warning, type Finding } from './finding.ts'

const mostDays = 7

export async function checkBackup(db: Kysely<Schema>, now: Date): Promise<Finding> {
  const last = await lastBackup(db)
  const advice =
    'Run `backup FILE`, best every night by cron, and copy the file to another machine.'
  if (!last) return warning('Backup', 'none was made yet', advice)
  const message = `the last was made ${zonedInstant(last.made_at)}, in ${last.file}`
  const days = (now.getTime() - Date.parse(last.made_at)) / 86_400_000
  return days > mostDays ? warning('Backup', message, advice) : ok('Backup', message)
}
