import type { ChildProcess } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { loadConfig } from '#config.ts'
import { describeError } from '#user-error.ts'
import { exitHook, startPostgres } from '../../test/support/postgres.ts'
import { runningProcesses } from '../../test/support/start-site.ts'
import { rehearsalResults } from './rehearsal-results.ts'
import { playLaunchDay } from './play-launch-day.ts'
import { printReport } from './print-report.ts'

// `npm run rehearse` plays launch day on this machine, with -- --postgres on PostgreSQL. `npm test` runs it with --small.

const fullSize = { people: 5000, leadMs: 30_000, waitsForLease: true }
const smallSize = { people: 200, leadMs: 8000, waitsForLease: false }

const { postgres: onPostgres, small } = readOptions()
/** Removes everything that the rehearsal has made, last first. */
const undo: (() => unknown)[] = []
let undone: Promise<void> | undefined

// It would exit before everything is removed.
for (const event of exitHook.hookedEvents()) exitHook.unhookEvent(event)
// Not `once`: Ctrl-C under npm arrives several times.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void stop())
process.on('unhandledRejection', (cause) => void stop(cause))

try {
  const folder = mkdtempSync(join(tmpdir(), 'rehearsal-'))
  undo.push(() => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }))
  // PostgreSQL may run as another user, and has its folders there too.
  chmodSync(folder, 0o711)
  process.env['TMPDIR'] = folder
  const startedAt = performance.now()
  const target = onPostgres
    ? { kind: 'postgres' as const, url: await startScratchPostgres() }
    : { kind: 'sqlite' as const, file: join(folder, 'rehearsal.db') }
  const rehearsal = await playLaunchDay(folder, target, {
    ...(small ? smallSize : fullSize),
    own: ownDatabase(),
    undo,
  })
  const results = rehearsalResults(rehearsal)
  printReport(rehearsal, results, { target, tookMs: performance.now() - startedAt })
  await (undone ??= undoAll())
  process.exit(results.faults.length === 0 ? 0 : 1)
} catch (error) {
  await stop(error)
}

/** Says why, unless it was stopped before: then everything fails. */
async function stop(cause?: unknown) {
  if (cause !== undefined && !undone) console.error('The rehearsal stopped:', describeError(cause))
  await (undone ??= undoAll())
  process.exit(1)
}

/** @returns undefined if no site could start with these settings: it then has no letters in a console */
function ownDatabase() {
  try {
    return loadConfig(process.env, () => {}).database
  } catch {
    return undefined
  }
}

function readOptions() {
  try {
    const options = { postgres: { type: 'boolean' }, small: { type: 'boolean' } } as const
    const { values } = parseArgs({ options })
    return { postgres: false, small: false, ...values }
  } catch (error) {
    console.error(`${(error as Error).message}\nOptions: --postgres, --small`)
    process.exit(2)
  }
}

async function startScratchPostgres(): Promise<string> {
  const starting = startPostgres([])
  undo.push(async () => {
    const postgres = await starting.catch(() => undefined)
    // Ctrl-C reaches it, too. Stopping it again would wait forever.
    const running = postgres && (Reflect.get(postgres, 'process') as ChildProcess)
    if (running?.exitCode === null) await postgres?.stop()
  })
  return (await starting).url
}

async function undoAll(): Promise<void> {
  for (const step of undo.toReversed()) {
    // Each time: the rehearsal may just have started another one.
    for (const child of runningProcesses) child.kill('SIGKILL')
    await Promise.all(Array.from(runningProcesses, ({ exited }) => exited))
    try {
      await step()
    } catch (error) {
      console.error(describeError(error))
    }
  }
}
