import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { resolve } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { loadConfig } from '#config.ts'
import { site } from '#content/content.ts'
import { stagesOf } from '#content/launch.ts'
import { describeError } from '#user-error.ts'
import { readAssetFiles } from './asset-files.ts'
import { readClientBuild } from './client-build.ts'
import { createHttpServer, stopHttpServer } from './http-server.ts'
import { openApplication } from './open-application.ts'
import { startThread } from './start-thread.ts'

// Collect garbage when the heap has doubled: 3,000 clients that give up then cost 250 MB instead of over 300.
setFlagsFromString('--heap-growing-percent=100')

// Keep serving if standard output is full or closed.
for (const output of [process.stdout, process.stderr]) output.on('error', () => {})

try {
  await main()
} catch (error) {
  console.error(describeError(error))
  process.exit(1)
}

async function main() {
  const config = loadConfig(process.env, (message) => console.error(message))
  const serverDir = import.meta.dirname
  const application = await openApplication(config, {
    client: readClientBuild(serverDir),
    stages: stagesOf(site, new Date()),
    assets: readAssetFiles([resolve(serverDir, '../client'), serverDir]),
    background: startThread,
  })
  const server = createHttpServer(application.listener)
  server.listen(systemdSocket() ?? { port: config.port, host: config.host }, () => {
    // A Unix socket has no port.
    const port = (server.address() as AddressInfo | null)?.port ?? config.port
    console.log(`Site      http://${displayHost(config.host)}:${port}`)
    if (config.isPublicUrlSet) console.log(`Public    ${config.publicUrl}`)
    console.log(`Database  ${application.startupLines.database}`)
    console.log(`Mail      ${application.startupLines.mail}`)
    for (const line of application.startupLines.letters) console.log(`Letter    ${line}`)
  })
  server.on('error', (error: NodeJS.ErrnoException) => {
    console.error(
      error.code === 'EADDRINUSE'
        ? `Port ${config.port} is in use. Stop the other program, or set PORT to a free one.`
        : `The server cannot listen on ${config.host}:${config.port}: ${error.message}. Check HOST and PORT.`,
    )
    process.exit(1)
  })
  let isStopping = false
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    // Not `once`: Ctrl-C under `npm start` arrives several times, and the second would kill.
    process.on(signal, () => {
      if (!isStopping) stop(server, application)
      isStopping = true
    })
  }
}

/** systemd keeps the port open between two servers, and passes it as file descriptor 3. */
function systemdSocket(): { fd: number } | undefined {
  return process.env['LISTEN_PID'] === String(process.pid) ? { fd: 3 } : undefined
}

function displayHost(host: string): string {
  if (['127.0.0.1', '0.0.0.0', '::'].includes(host)) return 'localhost'
  return host.includes(':') ? `[${host}]` : host
}

/** Stops sending mail, finishes the requests in flight, closes the database, exits. */
function stop(server: Server, application: Awaited<ReturnType<typeof openApplication>>) {
  const exitAfterMs = 10_000
  setTimeout(() => process.exit(1), exitAfterMs).unref()
  application.stopWork()
  stopHttpServer(server, () => void application.close().then(() => process.exit(0)))
}
