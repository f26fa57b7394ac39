import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

/** The whole environment, without other variables of this process. Servers share their compile cache. */
export const builtEnv = {
  PATH: process.env['PATH'],
  NODE_COMPILE_CACHE: resolve('node_modules/.cache/compile'),
  MALLOC_ARENA_MAX: '2',
}

/** The command that starts a program of the build. */
export const built = (program: 'server' | 'cli' | 'export', folder = '.') => {
  return [process.execPath, '--max-semi-space-size=4', resolve(folder, `dist/server/${program}.js`)]
}

/** Processes that were started here and still run. */
export const runningProcesses = new Set<ReturnType<typeof startProcess>>()

/** Starts a process without the environment of this one. */
export function startProcess(
  [command, ...args]: string[],
  env: Record<string, string>,
  cwd = process.cwd(),
) {
  const child = spawn(command!, args, { cwd, env: { ...builtEnv, ...env } })
  /** The exit code, or `null` after a signal. */
  const exited = once(child, 'exit').then(([code]) => code as number | null)
  const started = Object.assign(child, { exited })
  runningProcesses.add(started)
  child.on('exit', () => runningProcesses.delete(started))
  return started
}

export type RunningSite = Awaited<ReturnType<typeof startSite>>

/**
 * Starts the built server on a free port and an empty data folder.
 * @param command to start it under strace, for example
 */
export async function startSite(
  env: Record<string, string> = {},
  cwd?: string,
  command = built('server'),
) {
  const dataDir = env['DATA_DIR'] ?? mkdtempSync(join(tmpdir(), 'site-'))
  const settings = { PORT: '0', DATA_DIR: dataDir, SUBMISSIONS_PER_MINUTE: '0', ...env }
  const child = startProcess(command, settings, cwd)
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += text))
  const url = await new Promise<string>((found, reject) => {
    child.stdout.on('data', () => {
      const address = /^Site +(http:\S+)$[^]*?^Mail /m.exec(output)?.[1]
      if (address) found(address)
    })
    child.on('exit', () => reject(new Error(`The server did not start:\n${output}`)))
  })
  return {
    url,
    dataDir,
    process: child,
    submit: (fields: object, headers: Record<string, string> = {}) =>
      fetch(`${url}/contact`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify(fields),
      }),
    /** Everything printed so far. */
    output: () => output,
    async stop(signal: NodeJS.Signals = 'SIGTERM') {
      child.kill(signal)
      return await child.exited
    },
  }
}
