import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { plainLoad, type Submissions } from './plain-load.ts'

const connections = 64
const hasWrk = spawnSync('wrk', ['-v']).error === undefined
export const loader = hasWrk ? 'wrk' : 'a loader in Node'

/** @returns responses per second; throws if any of them is not ok */
export async function load(url: string, seconds: number, kind?: Submissions): Promise<number> {
  const seed = String(Math.floor(performance.now() * 1000))
  if (!hasWrk) return await plainLoad({ url, seconds, connections, kind, seed })
  const shared = ['-t1', `-c${connections}`, `-d${seconds}s`, '--timeout', '30s']
  const what =
    kind === undefined
      ? ['-H', 'Accept-Encoding: br', `${url}/`]
      : ['-s', 'tools/bench/support/submissions.lua', url, '--', kind, seed]
  const child = spawn('wrk', [...shared, ...what], { stdio: ['ignore', 'pipe', 'inherit'] })
  let output = ''
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
  await once(child, 'close')
  const failures = /(?:Non-2xx|Socket errors)[^\n]*/.exec(output)?.[0]
  if (failures !== undefined) throw new Error(failures)
  return Number(/^Requests\/sec: +([\d.]+)/m.exec(output)?.[1])
}
