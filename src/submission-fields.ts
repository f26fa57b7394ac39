import type { Language } from './language.ts'

interface SubmissionField {
  /** Also the key in the JSON body, and the column of `messages` and `quarantine`. */
  name: string
  /** The label is also in the mail to the owner, `messages show` and the data page. */
  words: Record<Language, { label: string; placeholder: string }>
  /** In characters (code points). */
  maxLength: number
  /** Other fields are '' if left empty. */
  required?: true
  type?: 'email'
  autoComplete?: string
  inputMode?: 'email'
  /** Makes it a multi-line field, which may contain line breaks. */
  rows?: number
}

export const emailField = {
  name: 'email',
  words: {
    en: { label: 'Email', placeholder: 'Your Email' },
    it: { label: 'Email', placeholder: 'Indirizzo email' },
  },
  maxLength: 254,
  required: true,
  type: 'email',
  autoComplete: 'email',
  inputMode: 'email',
} as const satisfies SubmissionField

const fields = [
  {
    name: 'name',
    words: {
      en: { label: 'Name', placeholder: 'Your Name' },
      it: { label: 'Nome', placeholder: 'Nome e cognome' },
    },
    maxLength: 200,
    required: true,
    autoComplete: 'name',
  },
  emailField,
  {
    name: 'message',
    words: {
      en: { label: 'Message', placeholder: 'Your Message' },
      it: { label: 'Messaggio', placeholder: 'Testo del messaggio' },
    },
    maxLength: 5000,
    required: true,
    rows: 6,
  },
] as const satisfies SubmissionField[]

type Fields = (typeof fields)[number]
type FieldName = Fields['name']
export type RequiredName = Extract<Fields, { required: true }>['name']

/** A field of the contact form. */
export type ContactField = SubmissionField & { name: FieldName }

/**
 * The contact form, in the order of its fields. The form, the server's check, the mail to the owner,
 * the owner's listings and the data page are derived from this. A new field also needs its column: see migrations.ts.
 */
export const contactFields: readonly ContactField[] = fields

export const isOneLine = ({ rows }: ContactField) => rows === undefined

export type ContactValues = Record<FieldName, string>

/** Without the address, which is stored in two columns. */
export type ContactTexts = Omit<ContactValues, 'email'>
