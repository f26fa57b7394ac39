import type { Kysely } from 'kysely'
import type { Schema } from '#database/schema.ts'

/** All that the site holds about one address, as its owner sees and downloads it. */
export interface PersonalData {
  email: string
  signup: {
    email: string
    status: 'pending' | 'confirmed' | 'unsubscribed'
    askedAt: string
    confirmedAt: string | null
    unsubscribedAt: string | null
  } | null
  consents: {
    askedAt: string
    confirmedAt: string | null
    withdrawnAt: string | null
    consentLine: string
    privacyText: string
  }[]
  messages: { name: string; email: string; message: string; receivedAt: string }[]
  /** To this address, and to us about its messages; letters by their name. */
  mails: {
    kind: string
    letter: string | null
    status: string
    createdAt: string
    sentAt: string | null
  }[]
  quarantine: {
    kind: string
    name: string | null
    email: string
    message: string | null
    receivedAt: string
  }[]
  /** What keeps strangers from filling this inbox: mails counted in the last day. */
  mailCounts: { kind: string; countedAt: string }[]
  linksAskedForAt: string[]
  objectedAt: string | null
  /** A mail server said that the address takes no mail. */
  refusedByMailServer: { reason: string; since: string } | null
}

const tables = ['subscribers', 'messages', 'quarantine', 'objections', 'suppressions'] as const

/** Counts and links do not matter: they only say that somebody asked. */
export async function isAnythingHeld(db: Kysely<Schema>, emailKey: string): Promise<boolean> {
  for (const table of tables) {
    const row = await db
      .selectFrom(table)
      .select('email_key')
      .where('email_key', '=', emailKey)
      .limit(1)
      .executeTakeFirst()
    if (row) return true
  }
  return false
}
