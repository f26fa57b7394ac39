import { z } from 'zod'
import { isItalianVatNumber } from './italian-vat.ts'
import type { Sample } from './sample.ts'

const text = z.string().trim().min(1, 'must not be empty')
const httpsUrl = z.url({ protocol: /^https$/, error: 'must be an https address' })
const email = z.email('must be an e-mail address')

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
  /** The number there, which is the company's codice fiscale: often that of the VAT. */
  registrationNumber: companyNumber('company’s tax code'),
  reaNumber: z
    .string()
    .regex(/^[A-Z]{2}-\d{1,7}$/, 'must look like MI-1234567 (province, dash, number)'),
  shareCapital: text,
  vatNumber: companyNumber('VAT number'),
  pec: email.optional(),
  // Where they are so, article 2250 of the civil code wants them said.
  soleShareholder: z.boolean().optional(),
  inLiquidation: z.boolean().optional(),
  /** The company that directs and coordinates it (article 2497-bis). */
  directedBy: text.optional(),
})

const date = z.string().regex(/^[0-3]\d\/(?:0[1-9]|1[0-2])\/\d{4}$/, 'must look like 31/12/2024')
/** Change both whenever the text changes: `doctor` minds. */
const versionRules = z.strictObject({ version: text, lastUpdated: date })

export const siteRules = z.strictObject({
  brand: text,
  email,
  social: z.strictObject({ label: text, url: httpsUrl }),
  company: companyRules,
  /** Who handles data on the company's behalf (GDPR, article 28). */
  processors: z.array(z.strictObject({ name: text, country: text, purpose: text })),
  legal: z.strictObject({
    effectiveDate: date,
    minimumAge: z.int().positive(),
    /** A confirmed subscription ends by itself so long after its confirmation, or the last letter. */
    subscriptionMonths: z.int().positive(),
    terms: versionRules,
    privacy: versionRules,
  }),
  /** `false` until launch day, then where the tool is: the home page says so. */
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
  /** A file in content/images/portraits, or left out: the card then shows the first letter. */
  image: text.optional(),
  linkedin: httpsUrl,
})

export const teamRules = z
  .array(founderRules)
  .min(2, 'must hold two to six founders')
  .max(6, 'must hold two to six founders')

/** What stands in content/: the same, with made-up values still marked. */
export type WithSamples<T> =
  | T
  | Sample<T>
  | (T extends object ? { [Key in keyof T]: WithSamples<T[Key]> } : T)

export type Site = z.infer<typeof siteRules>
export type Founder = z.infer<typeof founderRules>
