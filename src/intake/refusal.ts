import type { FieldErrors } from './submission-rules.ts'

const statusOf = {
  malformed: 400,
  'foreign-origin': 403,
  'too-large': 413,
  'wrong-type': 415,
  'wrong-field': 422,
  'key-reused': 422,
  'too-many': 429,
  unavailable: 503,
} as const

export type RefusalCode = keyof typeof statusOf

/** Why a submission was not kept, in the words of the answer. */
export class Refusal extends Error {
  readonly code: RefusalCode
  readonly fields: FieldErrors | undefined
  readonly retryAfterSeconds: number | undefined

  constructor(
    code: RefusalCode,
    message: string,
    more: { fields?: FieldErrors; retryAfterSeconds?: number } = {},
  ) {
    super(message)
    this.code = code
    this.fields = more.fields
    this.retryAfterSeconds = more.retryAfterSeconds
  }

  get status() {
    return statusOf[this.code]
  }

  get body() {
    const error = { code: this.code, message: this.message }
    return { ok: false, error: this.fields ? { ...error, fields: this.fields } : error }
  }
}
