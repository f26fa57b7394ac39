import type { lifetimes } from './lifetimes.ts'

/** How long, by the name of the figure: one of ours, or the owner's own in content/site.ts. */
export type Period =
  | Extract<keyof typeof lifetimes, `${string}${'Minutes' | 'Hours' | 'Days' | 'Months' | 'Years'}`>
  | 'subscriptionMonths'

interface Ending {
  /** As the policy names it, with what there is to add. */
  what: string
  note?: string
  period: Period
  /** The column that it counts from, where that is not `since`; there must be an index on it. */
  from?: string
  /** What must be past the period too, in SQL: a column or another moment. It needs no index. */
  also?: string
  /** Which rows alone, in SQL. */
  only?: string
  /** The row is not deleted, but changed by code of its own: see forget-expired.ts. */
  isChange?: true
}

/** What is held in one table, what for, and how long. */
export interface Processing {
  title: string
  purpose: keyof typeof purposes
  /** How a row finds its person; 'hash': only whoever knows the person can find it. */
  person: keyof typeof onErasure
  /** Since when a row is held. */
  since: string
  /** Each with its name on the person's own page; null: it means nothing to people. Without an id the first is the key. */
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
  refusal: {
    aim: 'to respect that somebody wants no mail, or no use of their data',
    basis: 'legal obligations, article 6(1)(c) together with articles 18 and 21',
  },
}

/** What becomes of a row when its person is erased, by how it finds its person. */
export const onErasure = {
  email_key: { isDeleted: true, words: 'deleted' },
  inbox: { isDeleted: true, words: 'deleted' },
  subscriber: { isDeleted: false, words: 'deleted with the signup' },
  mail: { isDeleted: false, words: 'what it was about is deleted, so that it names nobody' },
  texts: { isDeleted: false, words: 'names nobody; stays' },
  hash: { isDeleted: false, words: 'names nobody; ends with its period' },
}
