import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'

/** A mail server that accepts and discards everything, in its own process. */
export async function startSmtpSink(): Promise<{ url: string; process: ChildProcess }> {
  const sink = fork(import.meta.filename)
  const [port] = (await once(sink, 'message')) as [number]
  return { url: `smtp://127.0.0.1:${port}`, process: sink }
}

if (import.meta.main) {
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    onData(stream, _session, callback) {
      stream.resume()
      stream.on('end', () => callback())
    },
  })
  server.listen(0, '127.0.0.1', () => process.send?.((server.server.address() as AddressInfo).port))
}
