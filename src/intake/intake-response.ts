import { routes } from '#routes.ts'
import { isMessage, type FieldErrors } from './submission-rules.ts'

export interface IntakeResponse {
  status: number
  headers: Record<string, string>
  body: string
}

/** Why a submission was not stored. */
export interface Refusal {
  code: keyof typeof refusals
  /** Only for a malformed body; every other code has its own message. */
  message?: string
  fields?: FieldErrors
  retryAfterSeconds?: number
}

const refusals = {
  malformed: { status: 400, message: '' },
  'foreign-origin': { status: 403, message: 'Submissions from this origin are not allowed.' },
  'too-large': { status: 413, message: 'The body is over 16 kB.' },
  'wrong-type': { status: 415, message: 'Send application/json or a plain form.' },
  'wrong-field': { status: 422, message: 'Please check the marked fields.' },
  'key-reused': {
    status: 422,
    message: 'This Idempotency-Key was already used with another body.',
  },
  'unknown-texts': { status: 422, message: 'The page names consent texts that we never had.' },
  'too-many': { status: 429, message: 'Too many submissions. Please wait a moment.' },
  unavailable: {
    status: 503,
    message: 'The submission was not stored. Please try again in a moment.',
  },
}

const json = { 'Content-Type': 'application/json' }

export function jsonResponse(refusal: Refusal | undefined): IntakeResponse {
  if (!refusal) return { status: 200, headers: json, body: '{"ok":true}' }
  const { code, fields, retryAfterSeconds } = refusal
  const { status, message } = { ...refusals[code], ...refusal }
  return {
    status,
    headers: { ...json, ...(retryAfterSeconds && { 'Retry-After': String(retryAfterSeconds) }) },
    body: JSON.stringify({ ok: false, error: { code, message, fields } }),
  }
}

/** The page with the scripted form's message, for browsers without JavaScript. */
export function pageAfterForm(
  fields: Map<string, unknown> | undefined,
  refusal: Refusal | undefined,
  showFailureNotice: boolean,
): string {
  // A body too large to read can only come from the form with the long field.
  const isContact = fields === undefined || isMessage(fields)
  if (!refusal) return isContact ? routes.contactThanks : routes.newsletterThanks
  if (!isContact && refusal.fields?.['email']) return routes.newsletterInvalid
  // By default a failure shows nothing: the visitor is back at the form.
  if (!showFailureNotice) return isContact ? routes.contact : `${routes.home}#newsletter`
  return routes.notSent
}
