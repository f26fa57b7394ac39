import type { Db } from './schema.ts'

/** A backup every night, and two hours for the timer's delay and the work itself. */
const maxHoursSinceProven = 50

export type BackupState = Awaited<ReturnType<typeof readBackupState>>

/** The newest backup, the newest one of which a restore brought everything back, and what the owner has to know. */
export async function readBackupState(db: Db, now: Date) {
  const last = await db
    .selectFrom('backups')
    .leftJoin('backup_proofs', 'backup_proofs.made_at', 'backups.made_at')
    .selectAll('backups')
    .select('failure')
    .orderBy('backups.made_at', 'desc')
    .executeTakeFirst()
  const proven = await db
    .selectFrom('backups')
    .innerJoin('backup_proofs', 'backup_proofs.made_at', 'backups.made_at')
    .selectAll()
    .where('proven_at', 'is not', null)
    .orderBy('backups.made_at', 'desc')
    .executeTakeFirst()
  const isOld = ({ made_at }: { made_at: string }) =>
    now.getTime() - Date.parse(made_at) > maxHoursSinceProven * 3_600_000
  return { last, proven, problem: problemOf() }

  function problemOf(): string | undefined {
    if (!last) return undefined
    if (last.failure !== null) return last.failure
    if (proven && !isOld(proven)) return undefined
    return 'No backup was made and proven for two nights.'
  }
}
