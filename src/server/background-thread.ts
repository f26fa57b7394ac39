import { parentPort, workerData } from 'node:worker_threads'
import { openBackground, type BackgroundOptions } from './background.ts'
import type { FromThread, ToThread } from './start-thread.ts'

const port = parentPort!
const tell = (message: FromThread) => port.postMessage(message)

const background = openBackground(workerData as BackgroundOptions, {
  write: (logLine) => tell({ logLine }),
})

port.on('message', (message: ToThread) => void handle(message))

async function handle({ id, call, args }: ToThread) {
  const ask = background[call] as (...values: unknown[]) => Promise<unknown>
  try {
    tell({ id, result: await ask(...args) })
  } catch (error) {
    tell({ id, error })
  }
}
