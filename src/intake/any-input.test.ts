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

/** Mostly valid, so that enough submissions are accepted. */
const likely = fc.oneof(
  fc.record({ email: address }),
  fc.record({
    name: fc.lorem(),
    email: address,
    message: fc.string({ unit: 'grapheme', minLength: 1 }),
  }),
  submission,
)

describe.each(dialects)('random input to POST /contact (%s)', (dialect) => {
  test('gets JSON with ok or a redirect, never a 5xx', async () => {
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
        const response = await app.submitBody(sent, { 'content-type': contentType })
        if (contentType.endsWith('urlencoded')) expect(response.status).toBe(303)
        else {
          expect([200, 400, 415, 422]).toContain(response.status)
          const parsed = (await response.json()) as { ok: unknown }
          expect(parsed.ok).toBe(response.status === 200)
        }
        expect(app.errors()).toEqual([])
      }),
      { numRuns: 150 },
    )
  })

  test('is stored once and normalised if it was answered ok, otherwise not at all', async () => {
    const app = await openTestApp(dialect)
    const statuses = new Set<number>()
    await fc.assert(
      fc.asyncProperty(likely, async (fields) => {
        await deleteRows(app)
        const response = await app.submit(fields)
        statuses.add(response.status)
        const { subscribers, messages, quarantine } = await app.rows()
        if (response.status !== 200) {
          expect([...subscribers, ...messages, ...quarantine]).toEqual([])
          return
        }
        const parsed = { ...parseVisitorAddress(fields.email as string) }
        const row = { email: parsed.email, email_key: parsed.key }
        const sent = fields as { name?: unknown; message?: unknown; website?: unknown }
        const isMessage = sent.name !== undefined
        const written = isMessage ? { name: tidy(sent.name), message: tidy(sent.message) } : {}
        expect({ subscribers, messages, quarantine }).toEqual({
          subscribers: !isMessage && !sent.website ? [expect.objectContaining(row)] : [],
          messages:
            isMessage && !sent.website ? [expect.objectContaining({ ...row, ...written })] : [],
          quarantine: sent.website ? [expect.objectContaining({ ...row, ...written })] : [],
        })
      }),
      { numRuns: 100 },
    )
    expect(statuses).toEqual(new Set([200, 422]))
  })
})

test('SQLite and PostgreSQL give the same response and store the same rows', async () => {
  const [one, other] = [await openTestApp('sqlite'), await openTestApp('postgres')]
  await fc.assert(
    fc.asyncProperty(submission, async (fields) => {
      await Promise.all([deleteRows(one), deleteRows(other)])
      const [first, second] = await Promise.all([one.submit(fields), other.submit(fields)])
      expect([second.status, await second.text()]).toEqual([first.status, await first.text()])
      expect(await withoutIds(other)).toEqual(await withoutIds(one))
    }),
    { numRuns: 100 },
  )
})

function tidy(value: unknown): string {
  return String(value).replace(/\r\n?/g, '\n').trim()
}

async function deleteRows({ db }: TestApp) {
  await db.deleteFrom('subscribers').execute()
  await db.deleteFrom('messages').execute()
  await db.deleteFrom('quarantine').execute()
}

async function withoutIds(app: TestApp) {
  return JSON.parse(JSON.stringify(await app.rows(), (key, value) => (key === 'id' ? '' : value)))
}
