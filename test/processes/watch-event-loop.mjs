// Loaded into a server by NODE_OPTIONS: writes the p99 event loop delay to a file on SIGUSR2.
import { writeFileSync } from 'node:fs'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { isMainThread } from 'node:worker_threads'

if (isMainThread) {
  const delays = monitorEventLoopDelay({ resolution: 1 })
  delays.enable()
  process.on('SIGUSR2', () => {
    writeFileSync(process.env.DELAYS_FILE, String(delays.percentile(99)))
    delays.reset()
  })
}
