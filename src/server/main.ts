import { existsSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { resolve } from 'node:path'
import { loadEnvFile } from 'node:process'
import { ConfigError, readConfig } from '#config.ts'
import { DatabaseUnreachable } from '#database/open-database.ts'
import { readAssetFiles } from './asset-files.ts'
import { openHouse } from './open-house.ts'
import { readSiteBuild } from './site-build.ts'
import { startThread } from './start-thread.ts'

try {
  await main()
} catch (error) {
  // A mistake the owner can mend is one sentence; anything else deserves its stack.
  const isMendable = error instanceof ConfigError || error instanceof DatabaseUnreachable
  console.error(isMendable ? error.message : error)
  process.exit(1)
}

async function main() {
  if (existsSync('.env')) loadEnvFile('.env')
  const config = readConfig(process.env)
  const serverDir = import.meta.dirname
  const assets = readAssetFiles([resolve(serverDir, '../client'), serverDir])
  const house = await openHouse(config, {
    build: readSiteBuild(serverDir),
    assets,
    background: startThread,
  })
  const server = createServer(house.listener)
  server.listen(config.port, config.host, () => {
    const address = server.address()
    const port = typeof address === 'object' ? (address?.port ?? config.port) : config.port
    console.log(`Site      http://${nameOf(config.host)}:${port}`)
    console.log(`Database  ${house.describeDatabase}`)
    console.log(`Mail      ${house.describeMail}`)
  })
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
  let isStopping = false
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    // Not `once`: Ctrl-C under `npm start` arrives several times, and the second would kill.
    process.on(signal, () => {
      if (!isStopping) stop(server, house)
      isStopping = true
    })
  }
}

function nameOf(host: string): string {
  if (['127.0.0.1', '0.0.0.0', '::'].includes(host)) return 'localhost'
  return host.includes(':') ? `[${host}]` : host
}

/** Finishes the requests under way, takes no new ones, closes the database, ends. */
function stop(server: Server, house: { close(): Promise<void> }) {
  const patienceMs = 10_000
  setTimeout(() => process.exit(1), patienceMs).unref()
  server.close(() => void house.close().then(() => process.exit(0)))
  // A connection whose last answer went out would be kept for some seconds more.
  setInterval(() => server.closeIdleConnections(), 50)
}
