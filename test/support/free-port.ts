import { createServer } from 'node:net'

/**
 * A port that is free now, outside of the range for outgoing connections: one of those could take it
 * while a server restarts.
 */
export function freePort(): Promise<number> {
  const port = 12_000 + Math.floor(Math.random() * 20_000)
  return new Promise((resolve) => {
    const server = createServer()
      .on('error', () => resolve(freePort()))
      .listen(port, '127.0.0.1', () => server.close(() => resolve(port)))
  })
}
