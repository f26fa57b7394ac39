import { z } from 'zod'
import { allLanguages } from '#language.ts'
import type { Sample } from './sample.ts'

const text = z.string().trim().min(1, 'must not be empty')
const httpsUrl = z.url({ protocol: /^https$/, error: 'must be an https address' })
const email = z.email('must be an email address')

const companyNumber = (name: string) =>
  z
    .string()
    .regex(/^(?!IT)/i, { error: 'must be written without IT in front', abort: true })
    .refine(isItalianVatNumber, `must be an Italian ${name}: 11 digits with a right checksum`)

const companyRules = z.strictObject({
  name: text,
  legalForm: text,
  registeredOffice: text,
  companyRegister: text,
  /** The number in that register, the codice fiscale: often equal to the VAT number. */
  registrationNumber: companyNumber('company’s tax code'),
  reaNumber: z
    .string()
    .regex(/^[A-Z]{2}-\d{1,7}$/, 'must look like MI-1234567 (province, dash, number)'),
  shareCapital: text,
  vatNumber: companyNumber('VAT number'),
  pec: email.optional(),
  // To be stated if true, by article 2250 of the civil code.
  soleShareholder: z.boolean().optional(),
  inLiquidation: z.boolean().optional(),
  /** The company that directs and coordinates it (article 2497-bis). */
  directedBy: text.optional(),
})

const date = z.string().regex(/^[0-3]\d\/(?:0[1-9]|1[0-2])\/\d{4}$/, 'must look like 31/12/2024')
/** Change both whenever the text changes: `doctor` checks it. */
const versionRules = z.strictObject({ version: text, lastUpdated: date })

const languageRules = z
  .array(z.enum(allLanguages))
  .refine((languages) => languages.includes('en'), "must include 'en'")
  .refine((languages) => new Set(languages).size === languages.length, 'must not repeat a language')

export const siteRules = z.strictObject({
  languages: languageRules,
  brand: text,
  email,
  social: z.strictObject({ label: text, url: httpsUrl }),
  company: companyRules,
  /** Processors of personal data (GDPR, article 28). */
  processors: z.array(z.strictObject({ name: text, country: text, purpose: text })),
  legal: z.strictObject({
    effectiveDate: date,
    minimumAge: z.int().positive(),
    /** A confirmed subscription ends this long after its confirmation or the last letter. */
    subscriptionMonths: z.int().positive(),
    terms: versionRules,
    privacy: versionRules,
  }),
  /** `false` until launch day, then the tool's address, which the home page links to. */
  launched: z.union([z.literal(false), z.strictObject({ url: httpsUrl })], {
    error: "must be false or { url: 'https://…' }",
  }),
  showFailureNotice: z.boolean(),
})

const founderRules = z.strictObject({
  name: text,
  role: text,
  subRole: text,
  description: text,
  /** A file in content/images/portraits; without one the card shows the first letter. */
  image: text.optional(),
  linkedin: httpsUrl,
})

export const teamRules = z
  .array(founderRules)
  .min(2, 'must hold two to six founders')
  .max(6, 'must hold two to six founders')

/** The same with sample values still marked. */
export type WithSamples<T> =
  | T
  | Sample<T>
  | (T extends object ? { [Key in keyof T]: WithSamples<T[Key]> } : T)

export type Site = z.infer<typeof siteRules>
export type Founder = z.infer<typeof founderRules>

/** Partita IVA: eleven digits, the last a Luhn check digit over the first ten. */
export function isItalianVatNumber(number: string): boolean {
  if (!/^\d{11}$/.test(number)) return false
  let sum = 0
  for (const [index, digit] of Array.from(number, Number).entries()) {
    const doubled = index % 2 === 1 ? digit * 2 : digit
    sum += doubled > 9 ? doubled - 9 : doubled
  }
  return sum % 10 === 0
}
