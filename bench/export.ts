import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect } from '#database/connect.ts'
import { migrate } from '#database/migrate.ts'
import { seedSubscribers } from '../test/support/subscribers.ts'
import { peakMegabytesOf } from './support/peak-memory.ts'

for (const rows of [1000, 1_000_000]) {
  const dir = mkdtempSync(join(tmpdir(), 'bench-'))
  const database = connect({ kind: 'sqlite', file: join(dir, 'site.db') })
  await migrate(database)
  await database.db.transaction().execute((trx) => seedSubscribers(trx, rows))
  await database.close()
  for (const format of ['csv', 'json']) await measure(dir, rows, format)
  rmSync(dir, { recursive: true })
}

/** The built command as the owner runs it, its output read to the end. */
async function measure(dataDir: string, rows: number, format: string) {
  const startedAt = performance.now()
  const child = spawn(
    process.execPath,
    [
      '--max-semi-space-size=8',
      '--max-old-space-size=320',
      'dist/server/cli.js',
      'subscribers',
      'export',
      '--format',
      format,
    ],
    { env: { DATA_DIR: dataDir }, stdio: ['ignore', 'pipe', 'inherit'] },
  )
  let bytes = 0
  let peakMegabytes = 0
  child.stdout.on('data', (chunk: Buffer) => {
    bytes += chunk.length
    peakMegabytes = peakMegabytesOf(child.pid!, peakMegabytes)
  })
  await once(child, 'close')
  const seconds = (performance.now() - startedAt) / 1000
  console.log(
    `${rows} subscribers as ${format}: ${seconds.toFixed(1)} s, ${(bytes / 1e6).toFixed(1)} MB written, peak ${peakMegabytes.toFixed(0)} MB`,
  )
}
