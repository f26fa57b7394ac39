import { z } from 'zod'
import { hiddenCharacters } from '#hidden-characters.ts'
import { parseVisitorAddress, type EmailAddress } from '#email-address.ts'
import { contactFields, isOneLine } from '#submission-fields.ts'
import type { ContactField, ContactTexts } from '#submission-fields.ts'

export type Submission = { email: EmailAddress; trapped: boolean } & (
  | { kind: 'newsletter' | 'my-data'; texts?: never }
  | { kind: 'message'; texts: ContactTexts }
)

export type FieldErrors = Record<string, string>

export function checkSubmission(
  fields: Map<string, unknown>,
): { submission: Submission; errors?: never } | { submission?: never; errors: FieldErrors } {
  const rules = isMessage(fields) ? messageRules : newsletterRules
  const unknown = [...fields.keys()].filter((field) => !Object.hasOwn(rules.shape, field))
  if (unknown.length > 0) {
    return { errors: Object.fromEntries(unknown.map((field) => [field, 'Unknown field'])) }
  }
  const result = rules.safeParse(Object.fromEntries(fields))
  if (!result.success) {
    const errors = result.error.issues.map((issue) => [String(issue.path[0]), issue.message])
    return { errors: Object.fromEntries(errors) }
  }
  const { email, website, ...texts } = result.data
  const given = { email, trapped: Boolean(website) }
  const submission: Submission = isMessage(fields)
    ? { ...given, kind: 'message', texts: texts as ContactTexts }
    : { ...given, kind: 'newsletter' }
  return { submission }
}

/** Any field besides `email` makes it a contact message; otherwise it is a newsletter signup. */
export function isMessage(fields: Map<string, unknown>): boolean {
  return textFields.some(({ name }) => fields.has(name))
}

const textFields = contactFields.filter(({ type }) => type !== 'email')

const email = z.string('Please enter a valid email address').transform((text, context) => {
  const address = parseVisitorAddress(text)
  if (address) return address
  context.addIssue({ code: 'custom', message: 'Please enter a valid email address' })
  return z.NEVER
})

// A message may have line breaks and direction marks. Half a surrogate pair has no UTF-8 form.
const hidden = new RegExp(`[${hiddenCharacters}]`, 'u')
const visible = /[^\p{Default_Ignorable_Code_Point}\p{Cf}\s\u2800]/u
const controlsButLineBreaks = /(?!\n)\p{Cc}|\p{Cs}/u

function textRule(field: ContactField) {
  const { maxLength, required = false } = field
  const forbidden = isOneLine(field) ? hidden : controlsButLineBreaks
  const rule = z
    .string('Please fill in this field')
    .transform((value) => value.replace(/\r\n?/g, '\n'))
    // Before trimming, which would take a tab or a line break off the ends.
    .refine((value) => !forbidden.test(value), 'Please remove the control characters')
    .transform((value) => value.trim())
    .refine((value) => visible.test(value) || !required, 'Please fill in this field')
    .refine(
      (value) => Array.from(value).length <= maxLength,
      `Please use at most ${maxLength} characters`,
    )
  return required ? rule : rule.prefault('')
}

const newsletterRules = z.object({ email, website: z.string('Must be text').optional() })

const textRules = Object.fromEntries(textFields.map((field) => [field.name, textRule(field)]))

const messageRules = newsletterRules.extend(
  textRules as Record<keyof ContactTexts, ReturnType<typeof textRule>>,
)
