import { existsSync } from 'node:fs'
import type { Server } from 'node:http'
import { resolve } from 'node:path'
import { loadEnvFile } from 'node:process'
import { serve } from '@hono/node-server'
import { ConfigError, readConfig } from '#config.ts'
import { readAssetFiles } from './asset-files.ts'
import { readClientBuild } from './client-build.ts'
import { openHouse } from './open-house.ts'

try {
  await main()
} catch (error) {
  // A mistake the owner can mend is one sentence; anything else deserves its stack.
  console.error(error instanceof ConfigError ? error.message : error)
  process.exit(1)
}

async function main() {
  if (existsSync('.env')) loadEnvFile('.env')
  const config = readConfig(process.env)
  const clientDir = resolve(import.meta.dirname, '../client')
  const house = await openHouse(config, {
    ...readClientBuild(clientDir),
    assets: readAssetFiles([clientDir, import.meta.dirname]),
  })
  const server = serve({ fetch: house.app.fetch, port: config.port, hostname: config.host }, () => {
    const address = server.address()
    const port = typeof address === 'object' ? (address?.port ?? config.port) : config.port
    const host =
      config.host === '127.0.0.1' || config.host === '0.0.0.0' ? 'localhost' : config.host
    console.log(`Site      http://${host}:${port}`)
    console.log(`Database  ${house.describeDatabase}`)
    console.log(`Mail      ${house.describeMail}`)
  }) as Server
  server.requestTimeout = 30_000
  server.headersTimeout = 10_000
  server.on('error', (error: NodeJS.ErrnoException) => {
    console.error(
      error.code === 'EADDRINUSE'
        ? `Port ${config.port} is in use. Stop the other program, or set PORT to a free one.`
        : `The server cannot listen on ${config.host}:${config.port}: ${error.message}`,
    )
    process.exit(1)
  })
  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    process.once(signal, () => stop(server, house))
}

/** Finishes the requests under way, takes no new ones, closes the database, ends. */
function stop(server: Server, house: { close(): Promise<void> }) {
  const patienceMs = 10_000
  setTimeout(() => process.exit(1), patienceMs).unref()
  server.close(() => void house.close().then(() => process.exit(0)))
  server.closeIdleConnections()
}
