import { parentPort, workerData } from 'node:worker_threads'
import { startBackground, type BackgroundOptions } from './background.ts'
import type { FromThread, ToThread } from './start-thread.ts'

const port = parentPort!
const tell = (message: FromThread) => port.postMessage(message)

const background = startBackground(workerData as BackgroundOptions, {
  write: (logLine) => tell({ logLine }),
})

port.on('message', (message: ToThread) => void handle(message))

async function handle(message: ToThread) {
  if ('nudge' in message) background.nudge()
  else if ('close' in message) {
    await background.close()
    port.close()
  } else {
    const { id, arrivals, now } = message
    tell({ id, outcomes: await background.receive(arrivals, now) })
  }
}
