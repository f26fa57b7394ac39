import { Hono, type Context } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { cors } from 'hono/cors'
import type { Kysely } from 'kysely'
import type { Schema } from '#database/schema.ts'
import { routes } from '#routes.ts'
import { countClient, type ClientLimits } from './count-client.ts'
import { formAnswer } from './form-answer.ts'
import type { IdempotencyKey } from './idempotency.ts'
import { keyedHash } from './keyed-hash.ts'
import { MalformedBody, readFormFields, readJsonFields } from './read-fields.ts'
import { receiveSubmission, type SubmissionOptions } from './receive-submission.ts'
import { Refusal } from './refusal.ts'
import { checkSubmission } from './submission-rules.ts'
import { isWelcomeOrigin, type WelcomeOrigins } from './welcome-origin.ts'

export interface IntakeOptions extends SubmissionOptions, ClientLimits, WelcomeOrigins {
  db: Kysely<Schema>
  showFailureNotice: boolean
  clock: () => Date
  onError: (error: unknown) => void
}

const maxBodyBytes = 16 * 1024

/** POST /contact: the one door, for both forms, as JSON and as a plain form. */
export function createIntake(options: IntakeOptions): Hono {
  const { allowedOrigins } = options
  const app = new Hono()
  app.use(
    routes.intake,
    cors({
      origin: (origin) => (allowedOrigins.includes(origin) ? origin : null),
      allowMethods: ['POST'],
      allowHeaders: ['Content-Type', 'Idempotency-Key'],
      maxAge: 600,
    }),
  )
  app.post(
    routes.intake,
    async (c, next) => {
      if (!isWelcomeOrigin(c, options)) {
        return refuse(c, new Refusal('foreign-origin', 'This form belongs to another site.'))
      }
      if (!bodyKind(c)) {
        return refuse(c, new Refusal('wrong-type', 'Send application/json or a plain form.'))
      }
      return await next()
    },
    bodyLimit({
      maxSize: maxBodyBytes,
      onError: (c) =>
        answer(c, options, undefined, new Refusal('too-large', 'The body is over 16 kB.')),
    }),
    async (c) => {
      let fields: Map<string, unknown> | undefined
      try {
        const body = await readBody(c)
        fields = bodyKind(c) === 'json' ? readJsonFields(body) : readFormFields(body)
        await receive(c, options, fields, body)
        return answer(c, options, fields)
      } catch (error) {
        return answer(c, options, fields, asRefusal(error, options))
      }
    },
  )
  // The handler catches its own; what is left is a visitor who went while the limit was counting.
  app.onError((_, c) => answer(c, options, undefined, new Refusal('malformed', endedEarly)))
  return app
}

const endedEarly = 'The body ended early.'

async function readBody(c: Context): Promise<Uint8Array> {
  try {
    return new Uint8Array(await c.req.arrayBuffer())
  } catch {
    throw new MalformedBody(endedEarly)
  }
}

async function receive(
  c: Context,
  options: IntakeOptions,
  fields: Map<string, unknown>,
  body: Uint8Array,
): Promise<void> {
  const { db, secret } = options
  const now = options.clock()
  const waitSeconds = await countClient(c, db, options, now)
  if (waitSeconds > 0) {
    throw new Refusal('too-many', 'Too many submissions. Please wait a moment.', {
      retryAfterSeconds: waitSeconds,
    })
  }
  const checked = checkSubmission(fields)
  if (!checked.ok) {
    throw new Refusal('wrong-field', 'Please check the marked fields.', { fields: checked.fields })
  }
  const outcome = await receiveSubmission(
    db,
    checked.submission,
    options,
    now,
    idempotencyKey(c, secret, body),
  )
  if (outcome === 'key-reused') {
    throw new Refusal('key-reused', 'This Idempotency-Key came with another body before.')
  }
}

function answer(
  c: Context,
  { showFailureNotice }: IntakeOptions,
  fields: Map<string, unknown> | undefined,
  refusal?: Refusal,
): Response {
  if (bodyKind(c) === 'form') return c.redirect(formAnswer(fields, refusal, showFailureNotice), 303)
  return refusal ? refuse(c, refusal) : c.json({ ok: true })
}

function refuse(c: Context, refusal: Refusal): Response {
  if (refusal.retryAfterSeconds) c.header('Retry-After', String(refusal.retryAfterSeconds))
  return c.json(refusal.body, refusal.status)
}

function asRefusal(error: unknown, { onError }: IntakeOptions): Refusal {
  if (error instanceof Refusal) return error
  if (error instanceof MalformedBody) return new Refusal('malformed', error.message)
  // A full disk, a locked or unreachable database: nothing was kept, and the client should try again.
  onError(error)
  return new Refusal('unavailable', 'Nothing was kept. Please try again in a moment.', {
    retryAfterSeconds: 5,
  })
}

function bodyKind(c: Context): 'json' | 'form' | undefined {
  const type = c.req.header('content-type')?.split(';')[0]?.trim().toLowerCase()
  if (type === 'application/json') return 'json'
  return type === 'application/x-www-form-urlencoded' ? 'form' : undefined
}

function idempotencyKey(c: Context, secret: string, body: Uint8Array): IdempotencyKey | undefined {
  const key = c.req.header('idempotency-key')
  if (key === undefined) return undefined
  if (!/^[\x21-\x7e]{1,255}$/.test(key)) {
    throw new Refusal('malformed', 'Idempotency-Key must be 1 to 255 printable characters.')
  }
  return {
    keyHash: keyedHash(secret, 'idempotency-key', key),
    bodyHash: keyedHash(secret, 'idempotency-body', body),
  }
}
