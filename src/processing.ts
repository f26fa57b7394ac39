import type { Language } from './language.ts'
import type { lifetimes } from './lifetimes.ts'

/** The name of a figure in lifetimes.ts, or of the owner's own in content/site.ts. */
export type Period =
  | Extract<keyof typeof lifetimes, `${string}${'Minutes' | 'Hours' | 'Days' | 'Months' | 'Years'}`>
  | 'subscriptionMonths'

interface Ending {
  /** As the policy names it. */
  what: Record<Language, string>
  note?: Record<Language, string>
  period: Period
  /** The column it counts from, if not `since`. It must have an index. */
  from?: string
  /** Another time in SQL that must be past the period too. It needs no index. */
  also?: string
  /** SQL condition: only these rows end so. */
  only?: string
  /** The row is not deleted but changed, by end-by-age.ts. */
  isChange?: true
}

/** A table with personal data: its purpose and retention. */
export interface Processing {
  title: string
  purpose: keyof typeof purposes
  /** How rows are found by address: see rows-of.ts. 'hash': they can't be. */
  person: keyof typeof onErasure
  /** The column that says since when a row is held. */
  since: string
  /** Labels on the data page; null: not shown. Without an `id`, the first column is the key. */
  columns: Record<string, string | null>
  endings: Ending[]
}

export const purposes = {
  newsletter: {
    aim: 'to send the newsletter',
    basis:
      'consent, article 6(1)(a); once it has ended, the legal obligation to prove it, article 6(1)(c) together with article 7(1), and the legitimate interest in a defence against claims, article 6(1)(f)',
  },
  proof: {
    aim: 'to prove consent and to respond when people use their rights',
    basis: 'legal obligations, article 6(1)(c) together with articles 7(1) and 12',
  },
  answer: {
    aim: 'to answer contact requests',
    basis:
      'steps at the person’s request before a possible contract, article 6(1)(b); for all other messages the legitimate interest in answering, article 6(1)(f)',
  },
  safety: {
    aim: 'to keep the forms and the mail safe and reliable',
    basis:
      'the legitimate interest in a site that works and is not abused, article 6(1)(f) and, for security, article 32',
  },
  suppression: {
    aim: 'to send no email to addresses that refuse it or do not want it',
    basis:
      'the legitimate interest in mail that is accepted, article 6(1)(f); for people who asked for no more email, the legal obligation to respect that, article 6(1)(c) together with article 21',
  },
}

/** The effect of an erasure on a row, by how the row is found. */
export const onErasure = {
  email_key: { isDeleted: true, words: 'deleted' },
  inbox: { isDeleted: true, words: 'deleted' },
  subscriber: { isDeleted: false, words: 'deleted with the signup' },
  mail: { isDeleted: false, words: 'its subject is deleted, so that it names nobody' },
  texts: { isDeleted: false, words: 'names nobody; stays' },
  hash: { isDeleted: false, words: 'names nobody; ends with its period' },
}
