import { randomUUIDv7 } from 'node:crypto'
import type { Config } from '#config.ts'
import type { Db } from '#database/schema.ts'
import type { EmailAddress } from '#email-address.ts'
import { isAllowedOrigin, type AllowedOrigins } from '#http/allowed-origin.ts'
import { clientAddress } from '#http/client-address.ts'
import type { RateLimit } from '#http/rate-limit.ts'
import { MalformedBody, readFormFields, readJsonFields } from '#http/read-fields.ts'
import type { Language } from '#language.ts'
import {
  consentIn,
  findSignupTexts,
  signupHashes,
  type ConsentTextsByLanguage,
} from '#subscribers/consent.ts'
import { localPath } from '#routes.ts'
import { shownField, shownHeader } from '#shown-texts.ts'
import { keyedHash } from '#secret.ts'
import {
  jsonResponse,
  pageAfterForm,
  type IntakeResponse,
  type Refusal,
} from './intake-response.ts'
import type { Payload } from './process-submission.ts'
import { checkSubmission, isMessage } from './submission-rules.ts'
import type { NewSubmission, StoreOutcome } from './submissions.ts'

export interface IntakeOptions extends AllowedOrigins, Pick<Config, 'trustedProxies'> {
  secret: string
  /** The texts of this moment. */
  consent: () => ConsentTextsByLanguage
  /** To find the texts of pages from before. */
  db: Db
  showFailureNotice: boolean
  clock: () => Date
  rateLimit: RateLimit
  /** Resolves once the submission is on disk, or says why it is not. */
  store: (submission: NewSubmission) => Promise<StoreOutcome>
  /** Whether a submission with this key and body was stored before. */
  isStored: (keyHash: string, bodyHash: string) => Promise<boolean>
  /** @param page the address of the page with the form, if the browser sends it */
  onSignup: (page: string | undefined) => void
}

export interface IntakeRequest {
  /** Of the path: JSON responses are the same in both, the pages after a plain form are not. */
  language: Language
  header: (name: string) => string | undefined
  socketAddress: string | undefined
  /** Undefined if it is too large. */
  body: Uint8Array | undefined
}

export type Intake = ReturnType<typeof createIntake>

/** POST /contact and /it/contact: both forms, as JSON and as a plain form. It only checks, stores and responds. */
export function createIntake(options: IntakeOptions) {
  return async (request: IntakeRequest): Promise<IntakeResponse> => {
    const { status, headers, body } = await respondTo(request, options)
    return { status, headers: { ...corsHeaders(request, options), ...headers }, body }
  }
}

async function respondTo(request: IntakeRequest, options: IntakeOptions): Promise<IntakeResponse> {
  const { header, body } = request
  if (!isAllowedOrigin(header, options)) return jsonResponse({ code: 'foreign-origin' })
  const type = header('content-type')?.split(';')[0]?.trim().toLowerCase()
  const isForm = type === 'application/x-www-form-urlencoded'
  if (!isForm && type !== 'application/json') return jsonResponse({ code: 'wrong-type' })
  let fields: Map<string, unknown> | undefined
  let refusal: Refusal | undefined = { code: 'too-large' }
  try {
    fields = body && (isForm ? readFormFields(body) : readJsonFields(body))
    if (body && fields) {
      const shownName = isForm ? takeShownName(fields) : header(shownHeader.toLowerCase())
      refusal = await receive({ ...request, body, fields, shownName }, options)
    }
  } catch (error) {
    if (!(error instanceof MalformedBody)) throw error
    refusal = { code: 'malformed', message: error.message }
  }
  if (!isForm) return jsonResponse(refusal)
  const page = pageAfterForm(fields, refusal, options.showFailureNotice)
  const Location = localPath(request.language, page)
  return { status: 303, headers: { Location }, body: '' }
}

/** Takes the hidden field out of a signup form: no other form has it. */
function takeShownName(fields: Map<string, unknown>): string | undefined {
  if (isMessage(fields)) return undefined
  const name = fields.get(shownField) as string | undefined
  fields.delete(shownField)
  return name
}

interface ReadRequest extends IntakeRequest {
  body: Uint8Array
  fields: Map<string, unknown>
  /** The texts that the page with the form showed, if it says so. */
  shownName: string | undefined
}

/** @returns why the submission was refused, or undefined once it is stored */
async function receive(
  { language, header, socketAddress, body, fields, shownName }: ReadRequest,
  options: IntakeOptions,
): Promise<Refusal | undefined> {
  const key = header('idempotency-key')
  if (key !== undefined && !/^[\x21-\x7e]{1,255}$/.test(key)) {
    const message = 'Idempotency-Key must be 1 to 255 printable characters.'
    return { code: 'malformed', message }
  }
  const hashes = key === undefined ? noKey : hashKey(key, body, options.secret)
  const client = clientAddress(socketAddress, header('x-forwarded-for'), options.trustedProxies)
  const retryAfterSeconds = options.rateLimit(client)
  if (retryAfterSeconds > 0) {
    const { key_hash, body_hash } = hashes
    const isRepeat = key_hash !== null && (await options.isStored(key_hash, body_hash))
    return isRepeat ? undefined : { code: 'too-many', retryAfterSeconds }
  }
  const { submission, errors } = checkSubmission(fields)
  if (!submission) return { code: 'wrong-field', fields: errors }
  const isSignup = submission.kind === 'newsletter' && !submission.trapped
  const today = consentIn(options.consent(), language)
  const consent = isSignup
    ? await findSignupTexts(options.db, { name: shownName, language, today })
    : signupHashes(today)
  if (!consent) return { code: 'unknown-texts' }
  const outcome = await options.store({
    ...toSubmission({ ...submission, language, consent }, options.clock()),
    ...hashes,
  })
  if (outcome === 'unavailable') return { code: 'unavailable', retryAfterSeconds: 5 }
  if (outcome === 'key-reused') return { code: 'key-reused' }
  if (isSignup && outcome === 'stored') options.onSignup(header('referer'))
  return undefined
}

/** For POST /my-data, whose form has one field. @returns false if it could not be stored */
export function createDataRequestStore(
  options: Pick<IntakeOptions, 'consent' | 'clock' | 'store'>,
): (email: EmailAddress, language: Language) => Promise<boolean> {
  return async (email, language) => {
    const consent = signupHashes(consentIn(options.consent(), language))
    const payload: Payload = { kind: 'my-data', email, trapped: false, language, consent }
    return (await options.store(toSubmission(payload, options.clock()))) !== 'unavailable'
  }
}

export function toSubmission(payload: Payload, receivedAt: Date): NewSubmission {
  return {
    id: randomUUIDv7(),
    kind: payload.kind,
    email_key: payload.email.key,
    payload: JSON.stringify(payload),
    received_at: receivedAt.toISOString(),
    ...noKey,
  }
}

/** For pages served from another origin. app.ts handles the preflight. */
function corsHeaders({ header }: IntakeRequest, { allowedOrigins }: IntakeOptions) {
  const origin = header('origin')
  const isAllowed = origin !== undefined && allowedOrigins.includes(origin)
  return { Vary: 'Origin', ...(isAllowed && { 'Access-Control-Allow-Origin': origin }) }
}

const noKey = { key_hash: null, body_hash: null }

/** 128 bits are enough for the day that a key is remembered. */
function hashKey(key: string, body: Uint8Array, secret: string) {
  return {
    key_hash: keyedHash(secret, 'idempotency-key', key).slice(0, 22),
    body_hash: keyedHash(secret, 'idempotency-body', body).slice(0, 22),
  }
}
