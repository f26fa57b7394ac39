import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Target } from '#database/connect.ts'
import { startPostgres } from '../../../test/support/postgres.ts'
import { insertIntoPostgres, insertIntoSqlite } from './references.ts'

/** An empty database of each kind, with the settings of a server that uses it. */
export async function startDatabases() {
  const dir = mkdtempSync(join(tmpdir(), 'bench-'))
  const postgres = await startPostgres([])
  const file = join(dir, 'site.db')
  const SECRET = 's'.repeat(32)
  return {
    databases: [
      {
        name: 'SQLite',
        target: { kind: 'sqlite', file } as Target,
        env: { DATABASE_URL: `sqlite:${file}`, SECRET },
        insertAlone: async (seconds: number) => insertIntoSqlite(seconds),
      },
      {
        name: 'PostgreSQL',
        target: { kind: 'postgres', url: postgres.url } as Target,
        env: { DATABASE_URL: postgres.url, SECRET },
        insertAlone: (seconds: number) => insertIntoPostgres(postgres.url, seconds),
      },
    ],
    stop: async () => {
      await postgres.stop()
      rmSync(dir, { recursive: true })
    },
  }
}
