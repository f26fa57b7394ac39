import fc from 'fast-check'
import { Agent, request } from 'node:http'
import { signToken, type TokenPurpose } from '#signed-token.ts'
import type { DialectName } from '../support/databases.ts'
import { startTestSite } from '../support/test-site.ts'
import { testSecret } from '../support/open-outbox.ts'
import { openTestApp } from '../support/test-app.ts'

const email = fc.oneof(fc.emailAddress(), fc.string({ unit: 'binary' }), fc.constant('a@b.example'))
const field = fc.oneof(fc.string({ unit: 'binary' }), fc.jsonValue({ maxDepth: 2 }))
const names = fc.constantFrom('email', 'name', 'message', 'website', '__proto__', 'constructor')
const fields = fc
  .tuple(email, fc.dictionary(fc.oneof(names, fc.string()), field, { maxKeys: 4 }))
  .map(([address, others]) => ({ email: address, ...others }))
const form = fields.map((given) => {
  const pairs = Object.entries(given).map(([name, value]) => [name, JSON.stringify(value) ?? ''])
  return String(new URLSearchParams(pairs))
})
const body = fc.oneof(
  fc.uint8Array({ maxLength: 200 }),
  fc.emailAddress().map((address) => Buffer.from(JSON.stringify({ email: address }))),
  fc
    .oneof(
      fc.json(),
      form,
      fields.map((given) => JSON.stringify(given)),
    )
    .map((text) => Buffer.from(text)),
)
const types = [
  'application/json',
  'application/json',
  'application/x-www-form-urlencoded',
  'text/xml',
  'x',
  '',
]
const key = fc.string({ unit: fc.constantFrom('a', '!', ' ', '~') })
const posted = fc.record({
  path: fc.oneof(
    { weight: 7, arbitrary: fc.constant('/contact') },
    { weight: 1, arbitrary: fc.constantFrom('/my-data', '/confirm/x', '/unsubscribe/x') },
  ),
  body,
  headers: fc.record(
    { 'content-type': fc.constantFrom(...types), 'idempotency-key': key },
    { requiredKeys: ['content-type'] },
  ),
})

type Posted = typeof posted extends fc.Arbitrary<infer One> ? One : never

/** Sends random requests to every endpoint. @returns the number of responses, 200s and server errors */
async function send(count: number, ask: (given: Posted) => Promise<number>, atOnce: number) {
  const statuses = new Map<number, number>()
  const batch = fc.array(posted, { minLength: atOnce, maxLength: atOnce })
  await fc.assert(
    fc.asyncProperty(batch, async (many) => {
      const responses = await Promise.all(many.map(ask))
      for (const status of responses) statuses.set(status, (statuses.get(status) ?? 0) + 1)
    }),
    { numRuns: Math.ceil(count / atOnce) },
  )
  const bad = [...statuses].filter(([status]) => status === 0 || status >= 500)
  return {
    count: Math.ceil(count / atOnce) * atOnce,
    acknowledged: statuses.get(200) ?? 0,
    serverErrors: bad.reduce((sum, [, times]) => sum + times, 0),
  }
}

export async function run({ dialect, bodies }: { dialect: DialectName; bodies: number }) {
  const app = await openTestApp(dialect)
  const ask = async ({ path, body: sent, headers }: Posted) => {
    const response = await app.request(path, {
      method: 'POST',
      body: new Uint8Array(sent),
      headers,
    })
    return response.status
  }
  const sent = await send(bodies, ask, 16)
  return {
    run: 'random requests, in process',
    database: dialect,
    ...sent,
    loggedErrors: app.errors().length,
  }
}

export async function runHttp({ bodies }: { bodies: number }) {
  const site = await startTestSite({ LOG_LEVEL: 'silent' })
  const agent = new Agent({ keepAlive: true })
  const ask = ({ path, body: sent, headers }: Posted) =>
    new Promise<number>((resolve) => {
      const asking = request(`${site.url}${path}`, {
        method: 'POST',
        agent,
        headers,
        timeout: 10_000,
      })
      asking.on('response', (response) =>
        response.resume().on('end', () => resolve(response.statusCode!)),
      )
      asking.on('timeout', () => asking.destroy()).on('error', () => resolve(0))
      asking.end(sent)
    })
  const sent = await send(bodies, ask, 64)
  agent.destroy()
  return { run: 'random requests, over HTTP', database: 'sqlite', ...sent }
}

const purposes: TokenPurpose[] = ['confirm', 'unsubscribe', 'my-data', 'not-me']
const forged = fc.record({
  purpose: fc.constantFrom(...purposes),
  forgery: fc.constantFrom('flipped', 'cut', 'longer', 'swapped', 'other key', 'expired'),
  at: fc.nat(),
})

/** Requests pages with forged tokens. */
export async function runTokens({ dialect, tokens }: { dialect: DialectName; tokens: number }) {
  const app = await openTestApp(dialect)
  await app.submit({ email: 'ada@example.com' })
  const subscriber = (await app.rows()).subscribers[0]!
  const consent = await app.db.selectFrom('consents').select('id').executeTakeFirstOrThrow()
  const { id } = subscriber
  const subjects = { confirm: consent.id, unsubscribe: id, 'my-data': id, 'not-me': id }
  const expiresAt = new Date(app.settings.clock().getTime() + 1000)
  const sign = (purpose: TokenPurpose, secret: string, until = expiresAt) =>
    signToken(secret, { purpose, subjectId: subjects[purpose], expiresAt: until })
  let accepted = 0
  await fc.assert(
    fc.asyncProperty(forged, async ({ purpose, forgery, at }) => {
      const good = sign(purpose, testSecret)
      const place = at % good.length
      const other = String.fromCharCode(good.charCodeAt(place) === 65 ? 66 : 65)
      const forgeries = {
        flipped: good.slice(0, place) + other + good.slice(place + 1),
        cut: good.slice(0, Math.max(1, place)),
        longer: good + good.slice(0, 1 + (at % 3)),
        swapped: sign(purposes[(purposes.indexOf(purpose) + 1 + (at % 2)) % 3]!, testSecret),
        'other key': sign(purpose, `${testSecret}${at}`),
        expired: sign(purpose, testSecret, app.settings.clock()),
      }
      for (const method of ['GET', 'POST']) {
        const { status } = await app.request(`/${purpose}/${forgeries[forgery]}`, { method })
        if (![404, 405].includes(status)) accepted += 1
      }
    }),
    { numRuns: tokens },
  )
  const { status } = await app.request(`/confirm/${sign('confirm', testSecret)}`)
  const isUntouched = (await app.statusOf('ada@example.com')) === 'pending'
  return { run: 'tokens', database: dialect, count: tokens, accepted, control: status, isUntouched }
}
