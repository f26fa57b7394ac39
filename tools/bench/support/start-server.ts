import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, mkdtempSync, openSync, rmSync } from 'node:fs'
import { Agent, request, type IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '../../../test/support/free-port.ts'

interface RunningServer {
  url: string
  pid: number
  stop(): Promise<void>
}

/** Starts the built site on an empty database, with its output in a file. */
export async function startSite(env: Record<string, string> = {}): Promise<RunningServer> {
  const dir = mkdtempSync(join(tmpdir(), 'bench-'))
  const port = await freePort()
  // As in tools/commands.mjs.
  const command = ['--max-semi-space-size=4', 'dist/server/server.js']
  const server = await start(command, port, join(dir, 'log'), {
    MALLOC_ARENA_MAX: '2',
    PORT: String(port),
    DATA_DIR: dir,
    SUBMISSIONS_PER_MINUTE: '0',
    LOG_LEVEL: 'warn',
    ...env,
  })
  return {
    ...server,
    async stop() {
      await server.stop()
      rmSync(dir, { recursive: true })
    },
  }
}

/** @param file the response to send */
export async function startBareServer(file: string): Promise<RunningServer> {
  const port = await freePort()
  return await start(['tools/bench/support/bare-server.mjs', String(port), file], port, '/dev/null')
}

async function start(
  args: string[],
  port: number,
  logFile: string,
  env: Record<string, string> = {},
): Promise<RunningServer> {
  const log = openSync(logFile, 'a')
  const child = spawn(process.execPath, args, { env, stdio: ['ignore', log, 'inherit'] })
  closeSync(log)
  const exited = once(child, 'exit')
  const url = `http://127.0.0.1:${port}`
  while (!(await readResponse(url))) {
    if (child.exitCode !== null) throw new Error(`${args[0]} ended with ${child.exitCode}`)
    await sleep(1)
  }
  return {
    url,
    pid: child.pid!,
    async stop() {
      child.kill()
      await exited
    },
  }
}

/** Reads one response to its end; undefined if nobody listens yet. */
export async function readResponse(
  url: string,
  agent?: Agent,
): Promise<IncomingMessage | undefined> {
  try {
    const asking = request(url, { ...(agent && { agent }) }).end()
    const [response] = (await once(asking, 'response')) as [IncomingMessage]
    response.resume()
    await once(response, 'end')
    return response
  } catch {
    return undefined
  }
}
