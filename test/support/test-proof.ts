import type { BackupProof } from '#database/backup-record.ts'

/** Of a backup that was proven, and taken to no second place. */
export function testProof(madeAt: Date, changes: Partial<BackupProof> = {}): BackupProof {
  const made_at = madeAt.toISOString()
  const contents = { subscribers: 1204, messages: 31, total: 9127 }
  return { made_at, ...contents, proven_at: made_at, copied_at: null, failure: null, ...changes }
}
