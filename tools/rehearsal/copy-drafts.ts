import { existsSync } from 'node:fs'
import { connectForReading, type Target } from '#database/connect.ts'
import { copyTables } from '#database/copy-tables.ts'
import { schemaState } from '#database/migrate.ts'
import type { Db } from '#database/schema.ts'

/** Copies the letters that the owner writes in the console. It only reads the owner's database. */
export async function copyDrafts(own: Target, db: Db): Promise<void> {
  if (own.kind === 'sqlite' && !existsSync(own.file)) return
  await using reading = connectForReading(own)
  const state = await schemaState(reading)
  if (state === 'foreign' || state.isEmpty || state.missing.length > 0) return
  const tables = ['letter_drafts', 'draft_pictures'] as const
  await db.transaction().execute((trx) => copyTables(reading, trx, [...tables]))
}
