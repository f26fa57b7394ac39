import { z } from 'zod'
import { parseEmailAddress, type EmailAddress } from './email-address.ts'

export type Submission = { trapped: boolean } & (
  | { kind: 'newsletter'; email: EmailAddress }
  | { kind: 'message'; name: string; email: EmailAddress; message: string }
)

export type FieldErrors = Record<string, string>

/** `name` or `message` makes it a contact message; everything else is a newsletter signup. */
export function checkSubmission(
  fields: Map<string, unknown>,
): { ok: true; submission: Submission } | { ok: false; fields: FieldErrors } {
  const isMessage = fields.has('name') || fields.has('message')
  const rules = isMessage ? messageRules : newsletterRules
  const unknown = [...fields.keys()].filter((field) => !Object.hasOwn(rules.shape, field))
  if (unknown.length > 0) {
    return {
      ok: false,
      fields: Object.fromEntries(unknown.map((field) => [field, 'Unknown field'])),
    }
  }
  const result = rules.safeParse(Object.fromEntries(fields))
  if (!result.success) {
    const errors = result.error.issues.map((issue) => [String(issue.path[0]), issue.message])
    return { ok: false, fields: Object.fromEntries(errors.toReversed()) }
  }
  const { website, ...rest } = result.data
  const kind = isMessage ? 'message' : 'newsletter'
  return { ok: true, submission: { kind, trapped: Boolean(website), ...rest } as Submission }
}

const email = z.string('Please enter a valid email address').transform((text, context) => {
  const address = parseEmailAddress(text)
  if (address) return address
  context.addIssue({ code: 'custom', message: 'Please enter a valid email address' })
  return z.NEVER
})

// Cc: NUL, tabs, escapes; half a surrogate pair has no UTF-8 form.
const controls = /\p{Cc}|\p{Cs}/u
const controlsButLineBreaks = /(?!\n)\p{Cc}|\p{Cs}/u

const text = (most: number, refused: RegExp) =>
  z
    .string('Please fill in this field')
    .transform((value) => value.replace(/\r\n?/g, '\n'))
    // Before trimming, which would take a tab or a line break off the ends.
    .refine((value) => !refused.test(value), 'Please remove the control characters')
    .transform((value) => value.trim())
    .refine((value) => value !== '', 'Please fill in this field')
    .refine((value) => Array.from(value).length <= most, `Please use at most ${most} characters`)

const website = z.string('Must be text').max(1000, 'Too long').optional()

const name = text(200, controls)

/** What a person may put right about themselves. */
export const correctionRules = z.object({ name: name.optional(), email: email.optional() })

const newsletterRules = z.object({ email, website })

const messageRules = z.object({
  name,
  email,
  message: text(5000, controlsButLineBreaks),
  website,
})
