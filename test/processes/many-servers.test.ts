import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { request } from 'node:https'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test, vi } from 'vitest'
import { connect } from '#database/connect.ts'
import { newTarget } from '../support/databases.ts'
import { freePort } from '../support/free-port.ts'
import { proxies, startNginxBefore, type RunningProxy } from './proxies.ts'
import { messageIds, openMailServer, recipients } from '../support/mail-server.ts'
import type { RunningSite } from '../support/start-site.ts'
import { startTestSite } from '../support/test-site.ts'

const { nginx } = proxies
const submissionsPerMinute = 5

/** One signup from a loopback address of its own. @returns its status, or 0 without a response */
async function signUp(
  proxy: RunningProxy & { caText: string },
  { email, from, key }: { email: string; from: string; key: string },
): Promise<number> {
  const asking = request(`${proxy.url}/contact`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'idempotency-key': key },
    ca: proxy.caText,
    localAddress: from,
    agent: false,
  })
  try {
    asking.end(JSON.stringify({ email }))
    const [response] = (await once(asking, 'response')) as [IncomingMessage]
    await text(response)
    return response.statusCode!
  } catch {
    return 0
  }
}

async function startThree(env: Record<string, string>) {
  const ports = [await freePort(), await freePort(), await freePort()]
  const servers: RunningSite[] = []
  const start = async (index: number) => {
    servers[index] = await startTestSite({ ...env, PORT: String(ports[index]) })
  }
  return { ports, servers, start }
}

/** Visitors that submit like the form: with a key and three attempts. */
function startVisitors(proxy: RunningProxy & { caText: string }) {
  const accepted: string[] = []
  const givenUp: { email: string; status: number }[] = []
  const failures: number[] = []
  const over = new AbortController()
  const visitor = async (_: unknown, index: number) => {
    for (let count = 0; !over.signal.aborted; count += 1) {
      const email = `v${index}-${count}@example.com`
      // Each from another network, because networks are rate limited too.
      const from = `127.${index + 1 + 4 * Math.floor(count / 256)}.${count % 256}.1`
      let status = 0
      for (const pauseMs of [600, 1800, 0]) {
        status = await signUp(proxy, { email, from, key: email })
        if (status === 200) break
        failures.push(status)
        await sleep(pauseMs)
      }
      if (status === 200) accepted.push(email)
      else givenUp.push({ email, status })
    }
  }
  const visitors = Promise.all(Array.from({ length: 4 }, visitor))
  return {
    accepted,
    givenUp,
    failures,
    async more(count: number) {
      const wanted = accepted.length + count
      await vi.waitFor(() => expect(accepted.length).toBeGreaterThan(wanted), { timeout: 20_000 })
    },
    async stop() {
      over.abort()
      await visitors
    },
  }
}

test.skipIf(!nginx.isInstalled)(
  'with three servers, killing one and restarting all under load loses no submission (needs nginx)',
  async () => {
    const target = await newTarget('postgres')
    const mailServer = await openMailServer()
    const port = await freePort()
    const { ports, servers, start } = await startThree({
      DATABASE_URL: target.url,
      SECRET: 's'.repeat(32),
      PUBLIC_URL: `https://localhost:${port}`,
      TRUST_PROXY: '1',
      SUBMISSIONS_PER_MINUTE: String(submissionsPerMinute),
      SMTP_URL: mailServer.url,
      MAIL_PER_SECOND: '200',
      LOG_LEVEL: 'warn',
    })
    // Concurrent starts: one of them migrates.
    await Promise.all([0, 1, 2].map(start))
    // From docs/running.md.
    const upstreams = ports.map((one) => `server 127.0.0.1:${one} max_fails=0;`)
    const running = await startNginxBefore(port, upstreams.join(' '))
    const proxy = { ...running, caText: readFileSync(running.ca, 'utf8') }
    const visitors = startVisitors(proxy)
    await visitors.more(20)

    await servers[1]!.stop('SIGKILL')
    await visitors.more(20)
    await start(1)
    await visitors.more(10)
    const failedAtKill = visitors.failures.length

    for (const index of [0, 1, 2]) {
      expect(await servers[index]!.stop()).toBe(0)
      await start(index)
    }
    await visitors.more(20)
    await visitors.stop()
    expect(visitors.givenUp).toEqual([])
    // A restart by SIGTERM finishes requests in flight, so no retry was needed.
    expect(visitors.failures.slice(failedAtKill)).toEqual([])

    await expectLimitPerServer(proxy, servers.length)
    const database = connect(target)
    const { db } = database
    onTestFinished(() => database.close())
    const subscribed = async () =>
      (await db.selectFrom('subscribers').select('email').execute()).map(({ email }) => email)
    // Submissions are stored before the response and processed later.
    await vi.waitFor(
      async () => {
        const emails = new Set(await subscribed())
        expect(visitors.accepted.filter((email) => !emails.has(email))).toEqual([])
      },
      { timeout: 120_000, interval: 500 },
    )
    const emails = await subscribed()
    expect(new Set(emails).size).toBe(emails.length)

    // Mail claimed by the killed server is sent once its claim expires.
    await vi.waitFor(
      async () => {
        const waiting = await db
          .selectFrom('outbox')
          .select('id')
          .where('status', '=', 'queued')
          .execute()
        expect(waiting).toEqual([])
      },
      { timeout: 60_000, interval: 500 },
    )
    const mails = await db.selectFrom('outbox').select(['id', 'about_id']).execute()
    expect(new Set(mails.map(({ about_id }) => about_id)).size).toBe(mails.length)
    // Mail in flight at the kill may be sent twice, but with the same Message-ID.
    expect(new Set(messageIds(mailServer)).size).toBe(new Set(recipients(mailServer)).size)
  },
)

/** Each server counts for itself, so a client gets at most the sum of their limits. */
async function expectLimitPerServer(proxy: RunningProxy & { caText: string }, servers: number) {
  const statuses = await Promise.all(
    Array.from({ length: 60 }, (_, index) => {
      const email = `greedy${index}@example.com`
      return signUp(proxy, { email, from: '127.250.9.9', key: email })
    }),
  )
  const passed = statuses.filter((status) => status === 200).length
  expect(passed).toBeGreaterThanOrEqual(submissionsPerMinute)
  // A minute may end meanwhile.
  expect(passed).toBeLessThanOrEqual(submissionsPerMinute * servers * 2)
  expect(statuses).toContain(429)
}
