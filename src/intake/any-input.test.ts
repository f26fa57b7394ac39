import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { dialects } from '../../test/support/databases.ts'
import { openTestApp, type TestApp } from '../../test/support/test-app.ts'
import { parseVisitorAddress } from '#email-address.ts'

const odd = fc.constantFrom(
  '__proto__',
  'constructor',
  '\0',
  '\ud800',
  '\n',
  '\t',
  ' ',
  '\ufeff',
  '@',
)
const words = fc.array(fc.oneof(fc.string({ unit: 'binary' }), odd), { maxLength: 3 })
const text = words.map((parts) => parts.join(''))
const address = fc.oneof(
  { weight: 4, arbitrary: fc.emailAddress() },
  fc.tuple(text, text).map((parts) => parts.join('@')),
)
const field = fc.oneof({ weight: 6, arbitrary: text }, fc.jsonValue({ maxDepth: 2 }))
const submission = fc.record(
  {
    email: fc.oneof({ weight: 6, arbitrary: address }, field),
    name: field,
    message: field,
    website: text,
  },
  { requiredKeys: ['email'] },
)

/** A submission made of parts that are mostly right, so that enough of them pass. */
const likely = fc.oneof(
  fc.record({ email: address }),
  fc.record({
    name: fc.lorem(),
    email: address,
    message: fc.string({ unit: 'grapheme', minLength: 1 }),
  }),
  submission,
)

describe.each(dialects)('whatever comes in (%s)', (dialect) => {
  test('bytes, JSON and forms get a JSON answer with ok or a redirect, never an error of ours', async () => {
    const app = await openTestApp(dialect)
    const type = fc.constantFrom(
      'application/json',
      'application/x-www-form-urlencoded',
      'text/xml',
    )
    const bytes = fc.uint8Array({ maxLength: 200 }).map((array) => Uint8Array.from(array))
    const json = fc.oneof(
      fc.json(),
      submission.map((fields) => JSON.stringify(fields)),
    )
    const body = fc.oneof(
      bytes,
      json.map((string) => Uint8Array.from(Buffer.from(string))),
    )
    await fc.assert(
      fc.asyncProperty(type, body, async (contentType, sent) => {
        const answer = await app.submitBody(sent, { 'content-type': contentType })
        if (contentType.endsWith('urlencoded')) expect(answer.status).toBe(303)
        else {
          expect([200, 400, 415, 422]).toContain(answer.status)
          const told = (await answer.json()) as { ok: unknown }
          expect(told.ok).toBe(answer.status === 200)
        }
        expect(app.errors()).toEqual([])
      }),
      { numRuns: 300 },
    )
  })

  test('what was answered ok is kept exactly once, as it should be written; the rest left nothing', async () => {
    const app = await openTestApp(dialect)
    const met = new Set<number>()
    await fc.assert(
      fc.asyncProperty(likely, async (fields) => {
        await empty(app)
        const answer = await app.submit(fields)
        met.add(answer.status)
        const { subscribers, messages, quarantine } = await app.rows()
        if (answer.status !== 200) {
          expect([...subscribers, ...messages, ...quarantine]).toEqual([])
          return
        }
        const kept = { ...parseVisitorAddress(fields.email as string) }
        const row = { email: kept.email, email_key: kept.key }
        const sent = fields as { name?: unknown; message?: unknown; website?: unknown }
        const isMessage = sent.name !== undefined
        const said = isMessage ? { name: tidy(sent.name), message: tidy(sent.message) } : {}
        expect({ subscribers, messages, quarantine }).toEqual({
          subscribers: !isMessage && !sent.website ? [expect.objectContaining(row)] : [],
          messages:
            isMessage && !sent.website ? [expect.objectContaining({ ...row, ...said })] : [],
          quarantine: sent.website ? [expect.objectContaining({ ...row, ...said })] : [],
        })
      }),
      { numRuns: 200 },
    )
    expect(met).toEqual(new Set([200, 422]))
  })
})

test('both databases give the same answer and keep the same', async () => {
  const [one, other] = [await openTestApp('sqlite'), await openTestApp('postgres')]
  await fc.assert(
    fc.asyncProperty(submission, async (fields) => {
      await Promise.all([empty(one), empty(other)])
      const [first, second] = await Promise.all([one.submit(fields), other.submit(fields)])
      expect([second.status, await second.text()]).toEqual([first.status, await first.text()])
      expect(await withoutIds(other)).toEqual(await withoutIds(one))
    }),
    { numRuns: 200 },
  )
})

function tidy(value: unknown): string {
  return String(value).replace(/\r\n?/g, '\n').trim()
}

async function empty({ db }: TestApp) {
  await db.deleteFrom('subscribers').execute()
  await db.deleteFrom('messages').execute()
  await db.deleteFrom('quarantine').execute()
}

async function withoutIds(app: TestApp) {
  return JSON.parse(JSON.stringify(await app.rows(), (key, value) => (key === 'id' ? '' : value)))
}
