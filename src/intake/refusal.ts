import type { FieldErrors } from './submission-rules.ts'

export const statusOf = {
  malformed: 400,
  'foreign-origin': 403,
  'too-large': 413,
  'wrong-type': 415,
  'wrong-field': 422,
  'key-reused': 422,
  'too-many': 429,
  unavailable: 503,
} as const

/** Why a submission was not kept, in the words of the answer. */
export class Refusal extends Error {
  readonly code: keyof typeof statusOf
  readonly fields: FieldErrors | undefined
  readonly retryAfterSeconds: number | undefined

  constructor(
    code: keyof typeof statusOf,
    message: string,
    { fields, retryAfterSeconds }: { fields?: FieldErrors; retryAfterSeconds?: number } = {},
  ) {
    super(message)
    this.code = code
    this.fields = fields
    this.retryAfterSeconds = retryAfterSeconds
  }
}
