/** All that the site holds about one address, as its owner sees and downloads it. */
export interface HeldData {
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
  /** To this address, and to us about its messages. */
  mails: {
    kind: string
    status: string
    subject: string | null
    text: string | null
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
  /** What became of the launch letter to this address. */
  launchLetter: { state: string; changedAt: string } | null
  objectedAt: string | null
  /** A mail server said that the address takes no mail. */
  refusedByMailServer: { reason: string; since: string } | null
}

/** Counts and links do not matter: they only say that somebody asked. */
export function isEmpty(held: HeldData): boolean {
  const { signup, messages, mails, quarantine, objectedAt, refusedByMailServer } = held
  const lists = messages.length + mails.length + quarantine.length
  return !signup && lists === 0 && !objectedAt && !refusedByMailServer
}
