import { clientHashes, type ClientLimits } from '#http/client-hashes.ts'
import { jsonAnswer, pageAfterForm, type IntakeAnswer, type Refusal } from './intake-answer.ts'
import { keyedHash } from '#keyed-hash.ts'
import { MalformedBody, readFormFields, readJsonFields } from '#http/read-fields.ts'
import type { Arrival, Outcome } from './receive-submissions.ts'
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

export type Intake = ReturnType<typeof createIntake>

/** POST /contact: the one door, for both forms, as JSON and as a plain form. */
export function createIntake(options: IntakeOptions) {
  return async (request: IntakeRequest): Promise<IntakeAnswer> => {
    const { status, headers, body } = await answerTo(request, options)
    return { status, headers: { ...corsHeaders(request, options), ...headers }, body }
  }
}

async function answerTo(request: IntakeRequest, options: IntakeOptions): Promise<IntakeAnswer> {
  const { header, body } = request
  if (!isAllowedOrigin(header, options)) return jsonAnswer({ code: 'foreign-origin' })
  const type = header('content-type')?.split(';')[0]?.trim().toLowerCase()
  const isForm = type === 'application/x-www-form-urlencoded'
  if (!isForm && type !== 'application/json') return jsonAnswer({ code: 'wrong-type' })
  let fields: Map<string, unknown> | undefined
  let refusal: Refusal | undefined = { code: 'too-large' }
  try {
    fields = body && (isForm ? readFormFields(body) : readJsonFields(body))
    if (body && fields) refusal = await receive(request, options, fields, body)
  } catch (error) {
    if (!(error instanceof MalformedBody)) throw error
    refusal = { code: 'malformed', message: error.message }
  }
  if (!isForm) return jsonAnswer(refusal)
  const Location = pageAfterForm(fields, refusal, options.showFailureNotice)
  return { status: 303, headers: { Location }, body: '' }
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
  const { submission, errors } = checkSubmission(fields)
  const arrival = {
    sender: clientHashes(socketAddress, header('x-forwarded-for'), options),
    submission,
    key: key === undefined ? undefined : hashKey(key, body, options.secret),
    requestId,
  }
  const outcome = await options.receive(arrival, header('referer'))
  if (typeof outcome === 'object') {
    return { code: 'too-many', retryAfterSeconds: outcome.waitSeconds }
  }
  // A full disk, a locked or unreachable database: nothing was kept, and the client should try again.
  if (outcome === 'unavailable') return { code: 'unavailable', retryAfterSeconds: 5 }
  if (outcome === 'invalid') return { code: 'wrong-field', fields: errors! }
  return outcome === 'key-reused' ? { code: 'key-reused' } : undefined
}

/** For pages that are served elsewhere. The preflight is answered in app.ts. */
function corsHeaders({ header }: IntakeRequest, { allowedOrigins }: IntakeOptions) {
  const origin = header('origin')
  const isAllowed = origin !== undefined && allowedOrigins.includes(origin)
  return { Vary: 'Origin', ...(isAllowed && { 'Access-Control-Allow-Origin': origin }) }
}

/** 128 bits are enough for a day, and half the pages to write. */
function hashKey(key: string, body: Uint8Array, secret: string) {
  return {
    key_hash: keyedHash(secret, 'idempotency-key', key).slice(0, 22),
    body_hash: keyedHash(secret, 'idempotency-body', body).slice(0, 22),
  }
}
