import { createServer } from 'node:net'

/**
 * A port that nobody listened on a moment ago. It is none of those that a system gives to outgoing
 * connections: one of them could take it while a server starts again.
 */
export function freePort(): Promise<number> {
  const port = 12_000 + Math.floor(Math.random() * 20_000)
  return new Promise((resolve) => {
    const server = createServer()
      .on('error', () => resolve(freePort()))
      .listen(port, '127.0.0.1', () => server.close(() => resolve(port)))
  })
}
