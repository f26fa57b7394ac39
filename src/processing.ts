import type { Language } from './language.ts'
import type { lifetimes } from './lifetimes.ts'

/** A key of lifetimes.ts, or the period that the owner sets in content/site.ts. */
export type Period =
  | Extract<keyof typeof lifetimes, `${string}${'Minutes' | 'Hours' | 'Days' | 'Months' | 'Years'}`>
  | 'subscriptionMonths'

interface RetentionRule {
  /** As the policy calls it. */
  what: Record<Language, string>
  note?: Record<Language, string>
  period: Period
  /** The column it counts from, if not `since`. It must have an index. */
  from?: string
  /** Another SQL expression that must be older than the period, too. It needs no index. */
  also?: string
  /** SQL condition: applies to these rows only. */
  only?: string
  /** The row is not deleted but updated, by end-expired-subscriptions.ts. */
  isChange?: true
}

/** A table with personal data: its purpose and retention. */
export interface Processing {
  title: Record<Language, string>
  purpose: keyof typeof purposes
  /** How rows are found by address: see rows-of.ts. 'hash': they can't be. */
  person: keyof typeof onErasure
  /** The column with the time from which a row is held. */
  since: string
  /** Labels on the data page; null: not shown. Without an `id`, the first column is the key. */
  columns: Record<string, Record<Language, string> | null>
  retention: RetentionRule[]
}

export const purposes = {
  newsletter: {
    aim: { en: 'to send the newsletter', it: 'inviare la newsletter' },
    basis: {
      en: 'consent, article 6(1)(a); once it has ended, the legal obligation to prove it, article 6(1)(c) together with article 7(1), and the legitimate interest in a defence against claims, article 6(1)(f)',
      it: 'consenso, articolo 6, paragrafo 1, lettera a); una volta cessato, l’obbligo legale di dimostrarlo, articolo 6, paragrafo 1, lettera c), e articolo 7, paragrafo 1, e il legittimo interesse alla difesa da eventuali pretese, articolo 6, paragrafo 1, lettera f)',
    },
  },
  proof: {
    aim: {
      en: 'to prove consent and to respond when people use their rights',
      it: 'dimostrare il consenso e rispondere a chi esercita i propri diritti',
    },
    basis: {
      en: 'legal obligations, article 6(1)(c) together with articles 7(1) and 12',
      it: 'obblighi legali, articolo 6, paragrafo 1, lettera c), articolo 7, paragrafo 1, e articolo 12',
    },
  },
  answer: {
    aim: { en: 'to answer contact requests', it: 'rispondere alle richieste di contatto' },
    basis: {
      en: 'steps at the person’s request before a possible contract, article 6(1)(b); for all other messages the legitimate interest in answering, article 6(1)(f)',
      it: 'misure precontrattuali adottate su richiesta dell’interessato, articolo 6, paragrafo 1, lettera b); per ogni altro messaggio, il legittimo interesse a rispondere, articolo 6, paragrafo 1, lettera f)',
    },
  },
  safety: {
    aim: {
      en: 'to keep the forms and the mail safe and reliable',
      it: 'mantenere sicuri e affidabili i moduli e la posta',
    },
    basis: {
      en: 'the legitimate interest in a site that works and is not abused, article 6(1)(f) and, for security, article 32',
      it: 'il legittimo interesse a un sito che funzioni e di cui non si abusi, articolo 6, paragrafo 1, lettera f), e, per la sicurezza, articolo 32',
    },
  },
  suppression: {
    aim: {
      en: 'to send no email to addresses that refuse it or do not want it',
      it: 'non inviare email a indirizzi che le rifiutano o non le desiderano',
    },
    basis: {
      en: 'the legitimate interest in mail that is accepted, article 6(1)(f); for people who asked for no more email, the legal obligation to respect that, article 6(1)(c) together with article 21',
      it: 'il legittimo interesse a inviare posta che venga accettata, articolo 6, paragrafo 1, lettera f); per chi ha chiesto di non ricevere più email, l’obbligo legale di rispettare la richiesta, articolo 6, paragrafo 1, lettera c), e articolo 21',
    },
  },
} satisfies Record<string, Record<'aim' | 'basis', Record<Language, string>>>

/** The effect of an erasure on a row, by how the row is found. */
export const onErasure = {
  email_key: { isDeleted: true, words: 'deleted' },
  inbox: { isDeleted: true, words: 'deleted' },
  subscriber: { isDeleted: false, words: 'deleted with the signup' },
  mail: { isDeleted: false, words: 'its subject is deleted, so that it names nobody' },
  texts: { isDeleted: false, words: 'names nobody; stays' },
  hash: { isDeleted: false, words: 'names nobody; ends with its period' },
}
