import { z } from 'zod'
import type { EmailAddress } from '#email-address.ts'
import { email, message, name } from '#http/field-rules.ts'

export type Submission = { trapped: boolean } & (
  | { kind: 'newsletter' | 'my-data'; email: EmailAddress }
  | { kind: 'message'; name: string; email: EmailAddress; message: string }
)

export type FieldErrors = Record<string, string>

/** `name` or `message` makes it a contact message; everything else is a newsletter signup. */
export function checkSubmission(
  fields: Map<string, unknown>,
): { submission: Submission; errors?: never } | { submission?: never; errors: FieldErrors } {
  const isMessage = fields.has('name') || fields.has('message')
  const rules = isMessage ? messageRules : newsletterRules
  const unknown = [...fields.keys()].filter((field) => !Object.hasOwn(rules.shape, field))
  if (unknown.length > 0) {
    return { errors: Object.fromEntries(unknown.map((field) => [field, 'Unknown field'])) }
  }
  const result = rules.safeParse(Object.fromEntries(fields))
  if (!result.success) {
    const errors = result.error.issues.map((issue) => [String(issue.path[0]), issue.message])
    return { errors: Object.fromEntries(errors) }
  }
  const { website, ...rest } = result.data
  const kind = isMessage ? 'message' : 'newsletter'
  return { submission: { kind, trapped: Boolean(website), ...rest } as Submission }
}

const website = z.string('Must be text').optional()

const newsletterRules = z.object({ email, website })

const messageRules = z.object({ name, email, message, website })
