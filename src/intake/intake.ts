import { clientHashes, type ClientLimits } from '#http/client-hashes.ts'
import { formAnswer } from './form-answer.ts'
import { keyedHash } from '#keyed-hash.ts'
import { MalformedBody, readFormFields, readJsonFields } from '#http/read-fields.ts'
import type { Arrival, Outcome } from './receive-submissions.ts'
import { statusOf, type Refusal } from './refusal.ts'
import { checkSubmission } from './submission-rules.ts'
import { isAllowedOrigin, type AllowedOrigins } from '#http/allowed-origin.ts'

export interface IntakeOptions extends ClientLimits, AllowedOrigins {
  /**
   * Answers once the submission is on the disk, or why it is not.
   * @param page where the form stood, as far as the browser tells
   */
  receive: (arrival: Arrival, page: string | undefined) => Promise<Outcome>
  showFailureNotice: boolean
}

export interface IntakeRequest {
  header: (name: string) => string | undefined
  socketAddress: string | undefined
  /** As the log knows it. */
  requestId: string
  /** Undefined where it is too long. */
  body: Uint8Array | undefined
}

export interface IntakeAnswer {
  status: number
  headers: Record<string, string>
  body: string
}

export type Intake = ReturnType<typeof createIntake>

/** POST /contact: the one door, for both forms, as JSON and as a plain form. */
export function createIntake(options: IntakeOptions) {
  return async (request: IntakeRequest): Promise<IntakeAnswer> => {
    const { body } = request
    const headers = corsHeaders(request, options)
    const kind = bodyKind(request)
    if (!isAllowedOrigin(request.header, options)) {
      const message = 'This form belongs to another site.'
      return refuse({ code: 'foreign-origin', message }, headers)
    }
    if (!kind) {
      const message = 'Send application/json or a plain form.'
      return refuse({ code: 'wrong-type', message }, headers)
    }
    let fields: Map<string, unknown> | undefined
    let refusal: Refusal | undefined = { code: 'too-large', message: 'The body is over 16 kB.' }
    try {
      fields = body && (kind === 'json' ? readJsonFields(body) : readFormFields(body))
      if (body && fields) refusal = await receive(request, options, fields, body)
    } catch (error) {
      if (!(error instanceof MalformedBody)) throw error
      refusal = { code: 'malformed', message: error.message }
    }
    if (kind === 'form') {
      const Location = formAnswer(fields, refusal, options.showFailureNotice)
      return { status: 303, headers: { ...headers, Location }, body: '' }
    }
    return refusal ? refuse(refusal, headers) : json(200, '{"ok":true}', headers)
  }
}

async function receive(
  request: IntakeRequest,
  options: IntakeOptions,
  fields: Map<string, unknown>,
  body: Uint8Array,
): Promise<Refusal | undefined> {
  const { header, socketAddress, requestId } = request
  const key = header('idempotency-key')
  if (key !== undefined && !/^[\x21-\x7e]{1,255}$/.test(key)) {
    const message = 'Idempotency-Key must be 1 to 255 printable characters.'
    return { code: 'malformed', message }
  }
  const { submission, errors: wrong } = checkSubmission(fields)
  const arrival = {
    sender: clientHashes(socketAddress, header('x-forwarded-for'), options),
    submission,
    key: key === undefined ? undefined : hashKey(key, body, options.secret),
    requestId,
  }
  const outcome = await options.receive(arrival, header('referer'))
  if (typeof outcome === 'object') {
    const message = 'Too many submissions. Please wait a moment.'
    return { code: 'too-many', message, retryAfterSeconds: outcome.waitSeconds }
  }
  // A full disk, a locked or unreachable database: nothing was kept, and the client should try again.
  if (outcome === 'unavailable') {
    const message = 'Nothing was kept. Please try again in a moment.'
    return { code: 'unavailable', message, retryAfterSeconds: 5 }
  }
  if (wrong)
    return { code: 'wrong-field', message: 'Please check the marked fields.', fields: wrong }
  if (outcome !== 'key-reused') return undefined
  return { code: 'key-reused', message: 'This Idempotency-Key came with another body before.' }
}

/** For pages that are served elsewhere. The preflight is answered in app.ts. */
function corsHeaders({ header }: IntakeRequest, { allowedOrigins }: IntakeOptions) {
  const origin = header('origin')
  const isAllowed = origin !== undefined && allowedOrigins.includes(origin)
  return { Vary: 'Origin', ...(isAllowed && { 'Access-Control-Allow-Origin': origin }) }
}

function refuse(refusal: Refusal, headers: Record<string, string>) {
  const { code, message, fields, retryAfterSeconds } = refusal
  return json(statusOf[code], JSON.stringify({ ok: false, error: { code, message, fields } }), {
    ...headers,
    ...(retryAfterSeconds && { 'Retry-After': String(retryAfterSeconds) }),
  })
}

function json(status: number, body: string, headers: Record<string, string>) {
  return { status, headers: { ...headers, 'Content-Type': 'application/json' }, body }
}

function bodyKind({ header }: IntakeRequest): 'json' | 'form' | undefined {
  const type = header('content-type')?.split(';')[0]?.trim().toLowerCase()
  if (type === 'application/json') return 'json'
  return type === 'application/x-www-form-urlencoded' ? 'form' : undefined
}

/** 128 bits are enough for a day, and half the pages to write. */
function hashKey(key: string, body: Uint8Array, secret: string) {
  return {
    key_hash: keyedHash(secret, 'idempotency-key', key).slice(0, 22),
    body_hash: keyedHash(secret, 'idempotency-body', body).slice(0, 22),
  }
}
