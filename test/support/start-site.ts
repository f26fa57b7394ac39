import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

export type RunningSite = Awaited<ReturnType<typeof startSite>>

/** Nothing else of this process's own environment. What was compiled for one serves the next. */
export const builtEnv = {
  PATH: process.env['PATH'],
  NODE_COMPILE_CACHE: resolve('node_modules/.cache/compile'),
  MALLOC_ARENA_MAX: '2',
}

/** Starts what was built as a process of its own that knows nothing of this one's environment. */
export function startBuilt(
  program: 'server' | 'cli',
  args: string[],
  env: Record<string, string>,
  cwd = process.cwd(),
  [command, ...before]: string[] = [
    process.execPath,
    '--max-semi-space-size=4',
    resolve(`dist/server/${program}.js`),
  ],
) {
  return spawn(command!, [...before, ...args], {
    cwd,
    env: { ...builtEnv, ...env },
    stdio: 'pipe',
  })
}

/**
 * Starts the built server on a free port and an empty data folder.
 * @param command what else to start it by
 */
export async function startSite(
  env: Record<string, string> = {},
  cwd = process.cwd(),
  command?: string[],
) {
  const dataDir = env['DATA_DIR'] ?? mkdtempSync(join(tmpdir(), 'site-'))
  const settings = { PORT: '0', DATA_DIR: dataDir, SUBMISSIONS_PER_MINUTE: '0', ...env }
  const child = startBuilt('server', [], settings, cwd, command)
  let output = ''
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()))
  const exited = once(child, 'exit') as Promise<[number | null]>
  const url = await new Promise<string>((found, reject) => {
    child.stdout.on('data', () => {
      const address = /^Site +(http:\S+)$/m.exec(output)?.[1]
      if (address && /^Mail /m.test(output)) found(address)
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
    /** All that it printed so far. */
    output: () => output,
    async stop(signal: NodeJS.Signals = 'SIGTERM') {
      child.kill(signal)
      const [code] = await exited
      return code
    },
  }
}
