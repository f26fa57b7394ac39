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
export interface Refusal {
  code: keyof typeof statusOf
  message: string
  fields?: FieldErrors
  retryAfterSeconds?: number
}
