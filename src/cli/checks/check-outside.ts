import { once } from 'node:events'
import { isIP } from 'node:net'
import { connect } from 'node:tls'
import type { Config } from '#config.ts'
import { failure, note, ok, okIf, type Finding } from './finding.ts'

const patienceMs = 10_000

/** The site as a visitor's browser meets it. */
export async function* checkOutside(url: URL): AsyncGenerator<Finding> {
  try {
    if (url.protocol === 'https:') yield* checkConnection(url)
    else yield failure('Certificate', 'this is not https', 'Put a web server with TLS in front.')
    if (url.port === '') yield await checkRedirect(url)
    const page = await ask(url)
    yield okIf(page.ok, 'Home page', `answers ${page.status}`, 'See what the server logs.')
    yield checkHeaders(page.headers)
    yield checkCanonical(url, await page.text())
    const health = await ask(new URL('/healthz', url), 'follow')
    const kept = health.ok ? 'can be kept' : 'cannot be kept'
    yield okIf(health.ok, 'Submissions', kept, 'See what the server logs, and the disk.')
  } catch (error) {
    const advice = 'Is it running? Are DNS and the certificate right?'
    yield failure('Reachable', `${url.origin}: ${causeOf(error)}`, advice)
  }
}

function ask(url: URL, redirect: 'manual' | 'follow' = 'manual'): Promise<Response> {
  return fetch(url, { redirect, signal: AbortSignal.timeout(patienceMs) })
}

async function* checkConnection({ hostname, port }: URL): AsyncGenerator<Finding> {
  const host = hostname.replaceAll(/[[\]]/g, '')
  const socket = connect({
    host,
    servername: isIP(host) ? '' : host,
    port: Number(port || 443),
    ALPNProtocols: ['h2', 'http/1.1'],
  })
  socket.setTimeout(patienceMs, () => socket.destroy(new Error('no answer')))
  await once(socket, 'secureConnect')
  const { valid_to: validTo } = socket.getPeerCertificate()
  const { alpnProtocol } = socket
  socket.destroy()
  // One that is over has ended the connection before.
  yield ok('Certificate', `good until ${validTo}`)
  if (alpnProtocol === 'h2') yield ok('HTTP/2', 'spoken')
  else yield note('HTTP/2', 'not spoken: pages come a little later')
}

async function checkRedirect(url: URL): Promise<Finding> {
  const target = await ask(new URL(`http://${url.hostname}/`)).then(
    ({ headers }) => headers.get('location') ?? 'nowhere',
    (error: unknown) => `nowhere: ${causeOf(error)}`,
  )
  const advice = 'Let the web server send http to https.'
  return okIf(target.startsWith('https://'), 'Redirect', `http leads to ${target}`, advice)
}

/** Of a host with two addresses the error that both refused has a code and no message. */
function causeOf(error: unknown): string {
  const { message, code } = ((error as Error).cause ?? error) as NodeJS.ErrnoException
  return message || code || 'no answer'
}

function checkHeaders(headers: Headers): Finding {
  const wanted = ['strict-transport-security', 'content-security-policy', 'x-content-type-options']
  const missing = wanted.filter((name) => !headers.has(name))
  if (missing.length === 0) return ok('Headers', 'all there')
  const advice = 'Set PUBLIC_URL to the https address, and let the proxy pass headers on.'
  return failure('Headers', `${missing.join(', ')} missing`, advice)
}

function checkCanonical(url: URL, html: string): Finding {
  const canonical = /rel="canonical" href="([^"]*)"/.exec(html)?.[1] ?? 'none'
  const advice = 'Set PUBLIC_URL to the address that visitors use.'
  return okIf(canonical === `${url.origin}/`, 'Links', `lead to ${canonical}`, advice)
}

/** The address that visitors use, and the proxy that must stand there: this server speaks no https. */
export function checkPublicUrl({ publicUrl, trustedProxies }: Config): Finding[] {
  const subject = 'PUBLIC_URL'
  const { protocol, hostname } = new URL(publicUrl)
  if (/^(?:localhost|.*\.localhost|127\.[\d.]+|\[::1\]|0\.0\.0\.0)$/.test(hostname)) {
    const advice = 'Set it to the address visitors use: links in mail point there.'
    return [failure(subject, `${publicUrl} is this machine`, advice)]
  }
  if (protocol !== 'https:') {
    const advice = 'Serve the site over https and set PUBLIC_URL accordingly.'
    return [failure(subject, `${publicUrl} is not https`, advice)]
  }
  const advice =
    'https needs one: set TRUST_PROXY=1, or all visitors share one limit on submissions.'
  const proxies = okIf(trustedProxies > 0, 'TRUST_PROXY', `is ${trustedProxies}`, advice)
  return [ok(subject, publicUrl), proxies]
}
