import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync } from 'node:fs'
import { connect, type ClientHttp2Session } from 'node:http2'
import net from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test, vi } from 'vitest'
import { runAdmin } from '../support/admin.ts'
import { freePort } from '../support/free-port.ts'
import { builtEnv } from '../support/start-site.ts'
import { proxies, type RunningProxy } from './proxies.ts'

interface Asked {
  path: string
  body?: string
  headers?: Record<string, string>
}

async function ask(session: ClientHttp2Session, { path, body, headers }: Asked) {
  const method = body === undefined ? 'GET' : 'POST'
  const stream = session.request({ ':path': path, ':method': method, ...headers })
  stream.end(body)
  const [response] = (await once(stream, 'response')) as [Record<string, string>]
  const bytes = Buffer.concat(await stream.toArray())
  return { status: Number(response[':status']), headers: response, bytes }
}

const json = { 'content-type': 'application/json' }

for (const [name, { isInstalled, start }] of Object.entries(proxies)) {
  test.skipIf(!isInstalled)(
    `the site works behind ${name}, and a restart fails no request (needs ${name})`,
    async () => {
      const port = await freePort()
      const listening = holdPort()
      const proxy = await start(port, `127.0.0.1:${listening.port}`)
      const env = {
        DATA_DIR: mkdtempSync(join(tmpdir(), 'proxied-')),
        PUBLIC_URL: proxy.url,
        TRUST_PROXY: '1',
        SUBMISSIONS_PER_MINUTE: '0',
      }
      const first = await listening.start(env)
      const session = connect(proxy.url, { ca: readFileSync(proxy.ca) })
      onTestFinished(() => session.destroy())

      const askForPage = () => ask(session, { path: '/', headers: { 'accept-encoding': 'br' } })
      // Pages are compressed in the background after the start.
      const encoding = async () => (await askForPage()).headers['content-encoding']
      await expect.poll(encoding).toBe('br')
      const page = await askForPage()
      expect(page.status).toBe(200)
      expect(page.headers).toMatchObject({
        'content-encoding': 'br',
        // A proxy that compresses again changes the ETag.
        etag: expect.stringMatching(/^"[\w-]+-br"$/),
        'strict-transport-security': expect.stringContaining('max-age='),
        'content-security-policy': expect.stringContaining("default-src 'none'"),
      })
      const signup = await ask(session, {
        path: '/contact',
        headers: json,
        body: '{"email":"a@example.com"}',
      })
      expect([signup.status, signup.bytes.toString()]).toEqual([200, '{"ok":true}'])
      const form = { 'content-type': 'application/x-www-form-urlencoded', origin: proxy.url }
      const plain = await ask(session, {
        path: '/contact',
        headers: form,
        body: 'email=b%40example.com',
      })
      expect([plain.status, plain.headers['location']]).toEqual([303, '/newsletter/thanks'])
      for (const spelling of ['confirm/', '%63onfirm/', '/confirm/', 'CONFIRM/', 'confirm%2F']) {
        await ask(session, { path: `/${spelling}secret-token?also=secret` })
      }

      const statuses: number[] = []
      const over = new AbortController()
      const visitor = async (_: unknown, visit: number) => {
        for (let count = 0; !over.signal.aborted; count += 1) {
          const body = JSON.stringify({ email: `v${visit}-${count}@example.com` })
          const asked =
            count % 2 === 0 ? { path: '/about' } : { path: '/contact', headers: json, body }
          statuses.push((await ask(session, asked)).status)
        }
      }
      const visitors = Promise.all(Array.from({ length: 4 }, visitor))
      await sleep(300)
      first.process.kill('SIGTERM')
      expect((await once(first.process, 'exit'))[0]).toBe(0)
      const before = statuses.length
      const second = await listening.start(env)
      await sleep(300)
      over.abort()
      await visitors
      expect(statuses.length).toBeGreaterThan(before)
      expect(statuses.filter((status) => status !== 200)).toEqual([])

      await expectDoctorOk(proxy, env)
      expect(first.output() + second.output()).not.toContain('TRUST_PROXY')
      expect(proxy.log()).toContain('/about')
      // Location headers could contain a token.
      expect(proxy.log()).not.toMatch(/127\.0\.0\.1|secret|example\.com|newsletter\/thanks/)
    },
  )
}

async function expectDoctorOk(proxy: RunningProxy, env: Record<string, string>) {
  const trusting = { ...env, NODE_EXTRA_CA_CERTS: proxy.ca }
  const { stdout } = await runAdmin(trusting, ['doctor', '--json', '--url', proxy.url])
  const findings = JSON.parse(stdout) as { subject: string; level: string }[]
  const passed = findings.filter(({ level }) => level === 'ok').map(({ subject }) => subject)
  const wanted = ['Certificate', 'HTTP/2', 'Home page', 'Headers', 'Links', 'Submissions']
  expect(passed).toEqual(expect.arrayContaining(wanted))
}

/** A port that stays open while one server replaces another, as with systemd's socket activation. */
function holdPort() {
  // Bound here but never accepted: the kernel queues connections for the next server.
  type Handle = { fd: number; close(): void; getsockname(out: object): void }
  const internal = net as unknown as {
    _createServerHandle(host: string, port: number, type: 4): Handle
  }
  const handle = internal['_createServerHandle']('127.0.0.1', 0, 4)
  onTestFinished(() => handle.close())
  const name = { port: 0 }
  handle.getsockname(name)
  const start = async (env: Record<string, string>) => {
    const serve = `LISTEN_PID=$$ exec '${process.execPath}' dist/server/server.js`
    const child = spawn('sh', ['-c', serve], {
      env: { ...builtEnv, ...env },
      stdio: ['ignore', 'pipe', 'inherit', handle.fd],
    })
    onTestFinished(() => void child.kill('SIGKILL'))
    let output = ''
    child.stdout!.on('data', (text) => (output += text))
    await vi.waitFor(() => !output.includes('\nMail ') && Promise.reject(new Error(output)), {
      timeout: 20_000,
    })
    return { process: child, output: () => output }
  }
  return { port: name.port, start }
}
