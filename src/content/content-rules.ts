import { z } from 'zod'
import { allLanguages, type Language } from '#language.ts'
import type { Sample } from './sample.ts'

const text = z.string().trim().min(1, 'must not be empty')
const httpsUrl = z.url({ protocol: /^https$/, error: 'must be an https address' })
const email = z.email('must be an email address')

export const languageRules = z
  .array(z.enum(allLanguages))
  .refine((languages) => languages.includes('en'), "must include 'en'")
  .refine((languages) => new Set(languages).size === languages.length, 'must not repeat a language')

/** A text by language. A language that the site doesn't have may be left out, and is then never read. */
const translated = (languages: Language[]) =>
  z
    .strictObject({ en: text, it: text.optional() }, "must be written as { en: '…', it: '…' }")
    .refine(
      ({ it }) => it !== undefined || !languages.includes('it'),
      "has no Italian text: add it: '…', or take 'it' out of languages in content/site.ts",
    )
    .transform(({ en, it = en }): Record<Language, string> => ({ en, it }))

const companyNumber = (name: string) =>
  z
    .string()
    .regex(/^(?!IT)/i, { error: 'must be written without IT in front', abort: true })
    .refine(isItalianVatNumber, `must be an Italian ${name}: 11 digits with a valid checksum`)

const country = z
  .string()
  .refine(
    (code) => /^[A-Z]{2}$/.test(code) && countryNames.of(code) !== undefined,
    "must be a country's two letters, such as IT",
  )

const countryNames = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })

/** The European Economic Area: the EU, Iceland, Liechtenstein and Norway. Data may go anywhere in it. */
const eea = new Set(
  'AT BE BG HR CY CZ DK EE FI FR DE GR HU IE IT LV LT LU MT NL PL PT RO SK SI ES SE IS LI NO'.split(
    ' ',
  ),
)
export const isInEea = (code: string) => eea.has(code)

/** The policy must name what allows a transfer out of the EEA (GDPR, article 13(1)(f)). */
const processorRules = (languages: Language[]) =>
  z
    .strictObject({
      name: text,
      /** The country in which it processes the data. */
      country,
      purpose: translated(languages),
      safeguard: translated(languages).optional(),
    })
    .refine((one) => isInEea(one.country) || one.safeguard !== undefined, {
      path: ['safeguard'],
      error: "is missing: outside the EEA, add what allows the transfer, as { en: '…', it: '…' }",
    })

/** In euros. */
const shareCapital = z
  .strictObject(
    { amount: z.number().positive(), paidUp: z.number().nonnegative() },
    'must be written as { amount: 10_000, paidUp: 10_000 }',
  )
  .refine(({ amount, paidUp }) => paidUp <= amount, 'must not be paid up beyond its amount')

const companyRules = z.strictObject({
  name: text,
  legalForm: text,
  registeredOffice: text.regex(/(?<!, ?Ital(?:y|ia))$/i, 'must be written without its country'),
  companyRegister: text,
  /** The number in that register is the codice fiscale, often the same as the VAT number. */
  registrationNumber: companyNumber('company’s tax code'),
  reaNumber: z
    .string()
    .regex(/^[A-Z]{2}-\d{1,7}$/, 'must look like MI-1234567 (province, dash, number)'),
  shareCapital,
  vatNumber: companyNumber('VAT number'),
  pec: email.optional(),
  /** The contact of a data protection officer, if one is designated (GDPR, article 37). */
  dpo: email.optional(),
  // Must be stated if true (article 2250 of the civil code).
  soleShareholder: z.boolean().optional(),
  inLiquidation: z.boolean().optional(),
  /** The company that directs and coordinates it (article 2497-bis). */
  directedBy: text.optional(),
})

const date = z
  .string()
  .refine(
    (written) => /^\d\d\/\d\d\/\d{4}$/.test(written) && isoDate.safeParse(toIso(written)).success,
    'must be a date such as 31/12/2024',
  )
const isoDate = z.iso.date()
/** Without an offset, every server would switch at its own time. */
const launchTime = z.iso
  .datetime({
    offset: true,
    error: 'must be a time with its offset, such as 2027-01-15T09:00:00+01:00',
  })
  // As text, a year of five digits would sort before all others.
  .refine((time) => Date.parse(time) < Date.parse('+010000-01-01T00:00:00Z'), {
    error: 'must be before the year 10000',
  })
/** Raise both whenever the text changes. */
const versionRules = z.strictObject({ version: text, lastUpdated: date })

/** The rules of content/site.ts, with the languages that its texts must have. */
export const siteRules = (languages: Language[]) =>
  z.strictObject({
    languages: languageRules,
    brand: text,
    email,
    social: z.strictObject({ label: text, url: httpsUrl }),
    company: companyRules,
    /** Processors of personal data (GDPR, article 28). */
    processors: z.array(processorRules(languages)),
    legal: z.strictObject({
      effectiveDate: date,
      minimumAge: z.int().positive(),
      /** A confirmed subscription ends this long after its confirmation or the last letter. */
      subscriptionMonths: z.int().positive(),
      terms: versionRules,
      privacy: versionRules,
    }),
    /** `false`, or the tool's address, which the home page links to: at once, or from `at` on. */
    launched: z.union(
      [z.literal(false), z.strictObject({ url: httpsUrl, at: launchTime.optional() })],
      {
        error:
          "must be false, { url: 'https://…' } or { url: 'https://…', at: '2027-01-15T09:00:00+01:00' }",
      },
    ),
    showFailureNotice: z.boolean(),
  })

const founderRules = (languages: Language[]) =>
  z.strictObject({
    name: text,
    role: translated(languages),
    subRole: translated(languages),
    description: translated(languages),
    /** A file in content/images/portraits; without one the card shows the first letter. */
    image: text.optional(),
    linkedin: httpsUrl,
  })

/** The rules of content/team.ts, with the languages that its texts must have. */
export const teamRules = (languages: Language[]) =>
  z
    .array(founderRules(languages))
    .min(1, 'must have one to six founders')
    .max(6, 'must have one to six founders')

/** A text that changes on launch day. */
const staged = (languages: Language[]) =>
  z.strictObject(
    { beforeLaunch: translated(languages), afterLaunch: translated(languages) },
    'must be written as { beforeLaunch: …, afterLaunch: … }',
  )

const exampleRowRules = (languages: Language[]) =>
  z
    .strictObject({
      question: translated(languages),
      answer: translated(languages),
      /** The document and page that has the answer. */
      source: translated(languages).optional(),
      /** Whom to ask if no document has it. */
      ask: translated(languages).optional(),
    })
    .refine(
      ({ source, ask }) => (source === undefined) !== (ask === undefined),
      'must have either a source or ask',
    )

const descriptionRules = (languages: Language[]) =>
  translated(languages).refine(
    (texts) => Object.values(texts).every(({ length }) => length >= 50 && length <= 165),
    'must have 50 to 165 characters',
  )

/** The rules of content/pitch.ts, with the languages that its texts must have. */
export const pitchRules = (languages: Language[]) => {
  const always = translated(languages)
  const byStage = staged(languages)
  const description = descriptionRules(languages)
  return z.strictObject({
    headline: byStage,
    subline: byStage,
    openTool: always,
    newsletter: z.strictObject({
      title: always,
      text: byStage,
      button: always,
      trust: always,
      frequency: byStage,
    }),
    showExample: z.boolean(),
    example: z.strictObject({
      title: always,
      lead: byStage,
      note: always,
      rows: z
        .array(exampleRowRules(languages))
        .min(1, 'must have one to six rows')
        .max(6, 'must have one to six rows'),
      yours: always,
    }),
    vision: always,
    contact: z.strictObject({ heading: always, subtitle: always }),
    tagline: always,
    descriptions: z.strictObject({
      home: z.strictObject({ beforeLaunch: description, afterLaunch: description }),
      about: description,
      contact: description,
    }),
  })
}

export const questionGroups = ['environment', 'social', 'governance'] as const

const ownQuestionRules = (languages: Language[]) =>
  z
    .strictObject({
      group: z.enum(questionGroups),
      question: translated(languages),
      answer: translated(languages).optional(),
      /** The document that has the answer, and its address if it is public. */
      source: translated(languages).optional(),
      url: httpsUrl.optional(),
      /** Shown instead of an answer that nobody has yet. */
      missing: translated(languages).optional(),
      /** The founder who can answer: 1 is the first one in content/team.ts. */
      askFounder: z.int().positive().optional(),
    })
    .refine((one) => one.answer === undefined || one.source !== undefined, {
      path: ['source'],
      error: 'is missing: every answer needs its source',
    })
    .refine(
      ({ answer, missing, askFounder }) =>
        [missing, askFounder].every((part) => (part === undefined) === (answer !== undefined)),
      'must have either an answer, or missing and askFounder',
    )

/** The rules of content/questionnaire.ts, with the languages that its texts must have. */
export const questionnaireRules = (languages: Language[], founders: number) =>
  z.strictObject({
    repository: httpsUrl.transform((url) => url.replace(/\/+$/, '')).optional(),
    questions: z.array(
      ownQuestionRules(languages).refine(({ askFounder = 1 }) => askFounder <= founders, {
        path: ['askFounder'],
        error: 'must be the number of a founder in content/team.ts',
      }),
    ),
  })

/** Any value may still be marked as a sample. */
type WithSamples<T> =
  | T
  | Sample<T>
  | (T extends object ? { [Key in keyof T]: WithSamples<T[Key]> } : T)

export type Site = z.infer<ReturnType<typeof siteRules>>
export type Founder = z.infer<ReturnType<typeof founderRules>>
export type Pitch = z.infer<ReturnType<typeof pitchRules>>

/** As content/ has them. */
export type OwnSite = WithSamples<z.input<ReturnType<typeof siteRules>>>
export type OwnTeam = WithSamples<z.input<ReturnType<typeof founderRules>>>[]
export type OwnQuestionnaire = WithSamples<z.input<ReturnType<typeof questionnaireRules>>>
export type OwnPitch = WithSamples<z.input<ReturnType<typeof pitchRules>>>

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

/** Of a date as content/site.ts has it: 31/12/2024 is 2024-12-31. */
export function toIso(written: string): string {
  return written.split('/').toReversed().join('-')
}
