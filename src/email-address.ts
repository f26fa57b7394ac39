import { domainToASCII } from 'node:url'

export interface EmailAddress {
  /** As it is written to: the domain in lower case and A-label. */
  email: string
  /** As it is compared: the whole address without case. */
  key: string
}

/** The browser's own rule for type=email (WHATWG), plus the lengths of SMTP. */
export function parseEmailAddress(text: string): EmailAddress | undefined {
  const trimmed = text.trim()
  // Before anything else: an A-label takes the square of its length in time. Around it only spaces are forgiven.
  if (trimmed.length > 254 || /[^\S ]/.test(text)) return undefined
  const at = trimmed.lastIndexOf('@')
  const local = trimmed.slice(0, at)
  const typedDomain = trimmed.slice(at + 1)
  // domainToASCII reads "a%2eb", "a/b" or "1" as a URL would; only letters of a name may reach it.
  const domain = /[^\x21-\x7e]/.test(typedDomain) ? internationalDomain(typedDomain) : typedDomain
  const email = `${local}@${domain.toLowerCase()}`
  if (at < 1 || local.length > 64 || email.length > 254 || !whatwgEmail.test(email))
    return undefined
  return { email, key: email.toLowerCase() }
}

/** Whose inbox it is, to count by: me+anything is me with nearly everybody, and m.e is me with Google. */
export function canonicalAddress(emailKey: string): string {
  const at = emailKey.lastIndexOf('@')
  const local = emailKey.slice(0, at).replace(/(?<=.)\+.*/, '')
  const domain = emailKey.slice(at + 1)
  const isGoogle = domain === 'gmail.com' || domain === 'googlemail.com'
  return isGoogle ? `${local.replaceAll('.', '')}@gmail.com` : `${local}@${domain}`
}

/**
 * Under which mail to an inbox is counted: by its own address, or by all with a tag together. Else three mails to
 * ada+x, which are of no use to her, would keep Ada from the one that she asks for.
 */
export function inboxKeys(emailKey: string): { own: string; all: string[] } {
  const plain = canonicalAddress(emailKey)
  const others = `+${plain}`
  return { own: emailKey.includes('+') ? others : plain, all: [plain, others] }
}

function internationalDomain(domain: string): string {
  return /^[\p{L}\p{M}\p{N}.-]+$/u.test(domain) ? domainToASCII(domain) : ''
}

const label = '[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?'
const whatwgEmail = new RegExp(`^[a-zA-Z0-9.!#$%&'*+/=?^_\`{|}~-]+@${label}(?:\\.${label})*$`)
