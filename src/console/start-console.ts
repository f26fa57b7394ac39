import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { securityHeaders } from '#server/security-headers.ts'
import { UserError } from '#user-error.ts'
import { createGate, type Verdict } from './gate.ts'
import { pagePolicy, renderRefusal } from './layout.tsx'
import { liveHeader, type ConsoleOptions } from './page-context.ts'
import { createPages } from './pages.tsx'

export type { ConsoleOptions }

const defaultIdleMs = 30 * 60_000

/**
 * Serves the owner's console on this machine only, to the first browser that follows its link.
 * @param port 0: any that is free
 */
export async function startConsole(
  options: ConsoleOptions,
  { port: wantedPort = 0, idleMs = defaultIdleMs } = {},
) {
  const server = createServer()
  const port = await listen(server, wantedPort)
  const gate = createGate(port)
  const answer = getRequestListener(createPages(options, gate.base).fetch)
  const headers = { ...securityHeaders(gate.origin), ...ownHeaders }
  const close = () => {
    clearTimeout(idle)
    server.close()
    server.closeAllConnections()
  }
  const idle = setTimeout(close, idleMs)
  server.on('request', (request, response) => {
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value)
    const verdict = gate.check(request)
    if (verdict === 'opened') {
      response.writeHead(303, { Location: `${gate.base}/`, 'Set-Cookie': gate.cookie })
      return void response.end()
    }
    if (verdict !== 'admitted') return refuse(response, verdict)
    // A page that looks after its own changes is nobody at work.
    if (request.headers[liveHeader] === undefined) idle.refresh()
    void answer(request, response)
  })
  return { port, link: gate.link, close, closed: once(server, 'close') }
}

const ownHeaders = {
  // Not `no-referrer`: forms would be posted without their origin.
  'Referrer-Policy': 'same-origin',
  // A letter's frame has an origin of its own, and browsers complain about the two.
  'Origin-Agent-Cluster': '?0',
}

async function listen(server: ReturnType<typeof createServer>, port: number): Promise<number> {
  try {
    await once(server.listen(port, '127.0.0.1'), 'listening')
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    const reason = code === 'EADDRINUSE' ? 'is in use' : `can't be opened: ${message}`
    throw new UserError(`Port ${port} ${reason}. Name another one, or leave --port out.`)
  }
  return (server.address() as AddressInfo).port
}

const newLink =
  'Each link works once, in one browser. For a new one, press Ctrl-C where the console runs, and start it again: npm run admin -- console'

const refusals: Record<Exclude<Verdict, 'opened' | 'admitted'>, [title: string, words: string]> = {
  locked: ['This link is used up', newLink],
  foreign: [
    'Open the link yourself',
    'Another page has sent you here. Copy the link from the terminal into the address bar.',
  ],
  'wrong-host': [
    'Wrong address',
    'Open the console by the exact link in the terminal, which starts with http://127.0.0.1.',
  ],
}

function refuse(response: ServerResponse, verdict: keyof typeof refusals) {
  const [title, words] = refusals[verdict]
  response.writeHead(403, {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy': pagePolicy,
  })
  response.end(renderRefusal(title, words))
}
