import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { securityHeaders } from '#http/security-headers.ts'
import { UserError } from '#user-error.ts'
import { createGate } from './gate.ts'
import { liveHeader } from './layout.tsx'
import type { ConsoleOptions } from './page-context.ts'
import { createConsoleApp } from './console-app.tsx'

const defaultIdleMs = 30 * 60_000

/**
 * Serves the owner's console on this machine only, to the first browser that follows its link.
 * @param host another one in a container alone, whose host publishes the port on its own 127.0.0.1
 * @param port 0: any that is free
 */
export async function startConsole(
  options: ConsoleOptions,
  { host = '127.0.0.1', port: wantedPort = 0, idleMs = defaultIdleMs } = {},
) {
  const server = createServer()
  const port = await listen(server, host, wantedPort)
  const gate = createGate(port)
  const answer = getRequestListener(createConsoleApp(options, gate.base).fetch)
  const headers = { ...securityHeaders(gate.origin), ...ownHeaders }
  const close = () => {
    clearTimeout(idle)
    server.close()
    server.closeAllConnections()
  }
  const idle = setTimeout(close, idleMs)
  server.on('request', (request, response) => {
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value)
    const admission = gate.check(request)
    if (admission === 'opened') {
      response.writeHead(303, { Location: `${gate.base}/`, 'Set-Cookie': gate.setCookie }).end()
    } else if (admission === 'refused') {
      response.writeHead(403, { 'Content-Type': 'text/plain; charset=utf-8' }).end(refusal)
    } else {
      if (isByOwner(request)) idle.refresh()
      void answer(request, response)
    }
  })
  return { port, link: gate.link, close, closed: once(server, 'close') }
}

/** Otherwise a page that follows changes would keep the console open for ever, or the frames that it loads anew. */
function isByOwner({ headers }: IncomingMessage): boolean {
  return headers[liveHeader] === undefined && headers['sec-fetch-dest'] !== 'iframe'
}

const refusal = `This doesn't open the console.

Each link works once, in one browser. Copy it from the terminal into the address bar.
For a new link, press Ctrl-C in the terminal and start the console again.
`

const ownHeaders = {
  // Not `no-referrer`: forms would be posted without their origin.
  'Referrer-Policy': 'same-origin',
  // A letter's frame has an origin of its own, and browsers complain about the two.
  'Origin-Agent-Cluster': '?0',
}

async function listen(
  server: ReturnType<typeof createServer>,
  host: string,
  port: number,
): Promise<number> {
  try {
    await once(server.listen(port, host), 'listening')
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    const reason = code === 'EADDRINUSE' ? 'is in use' : `can't be opened: ${message}`
    const isPublished = host !== '127.0.0.1'
    throw new UserError(
      isPublished && code === 'EADDRINUSE'
        ? `Port ${port} is in use, probably by a console that is still open: it ends after 30 idle minutes.`
        : `Port ${port} ${reason}. Name another one, or leave --port out.`,
    )
  }
  return (server.address() as AddressInfo).port
}
