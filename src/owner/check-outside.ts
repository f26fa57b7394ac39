import { once } from 'node:events'
import { isIP } from 'node:net'
import { connect } from 'node:tls'
import { failure, note, ok, okIf, warning, type Finding } from './finding.ts'

const timeoutMs = 10_000
const minCertificateDays = 14

/** Checks a running site from outside, as a visitor's browser sees it. */
export async function* checkOutside(given: URL, now: Date): AsyncGenerator<Finding> {
  try {
    const page = await ask(given, 'follow')
    // A bare domain usually redirects to www.
    const url = page.redirected ? new URL('/', page.url) : given
    if (url.origin !== given.origin) {
      yield note('Address', `${given.origin} redirects to ${url.origin}, which is checked here`)
    }
    if (url.protocol === 'https:') yield* checkConnection(url, now)
    else yield failure('Certificate', 'this is not https', 'Put a web server with TLS in front.')
    if (url.port === '') yield await checkRedirect(url)
    yield okIf(page.ok, 'Home page', `answers ${page.status}`, "Look at the server's log.")
    yield checkHeaders(page.headers)
    yield checkCanonical(url, await page.text())
    const health = await ask(new URL('/healthz', url), 'follow')
    const stored = health.ok ? 'can be stored' : 'cannot be stored'
    yield okIf(health.ok, 'Submissions', stored, "Check the server's log and the disk.")
  } catch (error) {
    const advice = 'Is it running? Are DNS and the certificate right?'
    yield failure('Reachable', `${given.origin}: ${causeOf(error)}`, advice)
  }
}

function ask(url: URL, redirect: 'manual' | 'follow' = 'manual'): Promise<Response> {
  return fetch(url, { redirect, signal: AbortSignal.timeout(timeoutMs) })
}

async function* checkConnection({ hostname, port }: URL, now: Date): AsyncGenerator<Finding> {
  const host = hostname.replaceAll(/[[\]]/g, '')
  const socket = connect({
    host,
    servername: isIP(host) ? '' : host,
    port: Number(port || 443),
    ALPNProtocols: ['h2', 'http/1.1'],
  })
  socket.setTimeout(timeoutMs, () => socket.destroy(new Error('no response')))
  await once(socket, 'secureConnect')
  const { valid_to: validTo } = socket.getPeerCertificate()
  const { alpnProtocol } = socket
  socket.destroy()
  yield checkCertificate(validTo, now)
  if (alpnProtocol === 'h2') yield ok('HTTP/2', 'supported')
  else yield note('HTTP/2', 'not supported: pages load a little slower')
}

/** An expired certificate never gets here: the connection fails before. */
export function checkCertificate(validTo: string, now: Date): Finding {
  const days = Math.floor((Date.parse(validTo) - now.getTime()) / 86_400_000)
  if (days >= minCertificateDays) return ok('Certificate', `valid until ${validTo}`)
  const left = `expires in ${days} ${days === 1 ? 'day' : 'days'} (${validTo})`
  return warning('Certificate', left, 'Renew it, and check why it was not renewed automatically.')
}

async function checkRedirect(url: URL): Promise<Finding> {
  const target = await ask(new URL(`http://${url.hostname}/`)).then(
    ({ headers }) => headers.get('location') ?? 'nowhere',
    (error: unknown) => `nowhere: ${causeOf(error)}`,
  )
  const advice = 'Have the web server redirect http to https.'
  return okIf(target.startsWith('https://'), 'Redirect', `http redirects to ${target}`, advice)
}

/** If a host has two addresses and both refuse, the error has a code but no message. */
function causeOf(error: unknown): string {
  const { message, code } = ((error as Error).cause ?? error) as NodeJS.ErrnoException
  return message || code || 'no response'
}

function checkHeaders(headers: Headers): Finding {
  const wanted = ['strict-transport-security', 'content-security-policy', 'x-content-type-options']
  const missing = wanted.filter((name) => !headers.has(name))
  if (missing.length === 0) return ok('Headers', 'complete')
  const advice = 'Set PUBLIC_URL to the https address, and let the proxy pass headers through.'
  return failure('Headers', `${missing.join(', ')} missing`, advice)
}

function checkCanonical(url: URL, html: string): Finding {
  const canonical = /rel="canonical" href="([^"]*)"/.exec(html)?.[1] ?? 'none'
  const advice = 'Set PUBLIC_URL to the address that visitors use.'
  return okIf(canonical === `${url.origin}/`, 'Links', `point to ${canonical}`, advice)
}
