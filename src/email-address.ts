import { domainToASCII } from 'node:url'
import { emailField } from './submission-fields.ts'
import { hiddenCharacters } from './hidden-characters.ts'

const { maxLength } = emailField

export interface EmailAddress {
  /** For sending: the domain in lower case and as A-label. */
  email: string
  /** For comparing: the whole address in lower case. */
  key: string
}

/** The browser's rule for type=email (WHATWG) plus SMTP's length limits. */
export function parseEmailAddress(text: string): EmailAddress | undefined {
  const trimmed = text.trim()
  // First, because domainToASCII takes quadratic time. Only spaces are trimmed.
  if (trimmed.length > maxLength || /[^\S ]/.test(text)) return undefined
  const at = trimmed.lastIndexOf('@')
  const local = trimmed.slice(0, at)
  const typedDomain = trimmed.slice(at + 1)
  // domainToASCII parses "a%2eb", "a/b" or "1" as a URL's host, so pass only letters and digits.
  const domain = /[^\x21-\x7e]/.test(typedDomain) ? internationalDomain(typedDomain) : typedDomain
  const email = `${local}@${domain.toLowerCase()}`
  if (at < 1 || local.length > 64 || email.length > maxLength || !whatwgEmail.test(email))
    return undefined
  return { email, key: email.toLowerCase() }
}

/** The same, but rejects addresses that only a local or relaying mail server would accept. */
export function parseVisitorAddress(text: string): EmailAddress | undefined {
  const address = parseEmailAddress(text)
  return address && isPublic(address.email) ? address : undefined
}

function isPublic(email: string): boolean {
  const at = email.lastIndexOf('@')
  // Old source routes, such as victim%example.org@relay.
  if (/[%!|]/.test(email.slice(0, at))) return false
  const [last, ...others] = email
    .slice(at + 1)
    .split('.')
    .toReversed()
  // A numeric last label, also in hex, makes it an IPv4 address: 0x7f.1 is 127.0.0.1.
  return others.length > 0 && !localNames.has(last!) && !/^(?:\d+|0x[\da-f]*)$/.test(last!)
}

const localNames = new Set(['localhost', 'local', 'internal', 'invalid'])

/** The mailbox behind an address, for limits: most providers ignore +tags, Google also dots. */
export function canonicalAddress(emailKey: string): string {
  const at = emailKey.lastIndexOf('@')
  const local = emailKey.slice(0, at).replace(/(?<=.)\+.*/, '')
  const domain = emailKey.slice(at + 1)
  const isGoogle = domain === 'gmail.com' || domain === 'googlemail.com'
  return isGoogle ? `${local.replaceAll('.', '')}@gmail.com` : `${local}@${domain}`
}

function internationalDomain(domain: string): string {
  return /^[\p{L}\p{M}\p{N}.-]+$/u.test(domain) ? domainToASCII(domain) : ''
}

const label = '[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?'
const whatwgEmail = new RegExp(`^[a-zA-Z0-9.!#$%&'*+/=?^_\`{|}~-]+@${label}(?:\\.${label})*$`)

export type Mailbox = NonNullable<ReturnType<typeof parseMailbox>>

/** Parses `address` or `Name <address>`, safe against header injection. */
export function parseMailbox(text: string) {
  const [, name = '', bracketed] = /^([^<>]*)<([^<>]+)>$/.exec(text.trim()) ?? []
  const address = parseEmailAddress(bracketed ?? text)?.email
  if (address === undefined) return undefined
  return { name: name.replaceAll(unsafeInName, ' ').trim(), address }
}

const unsafeInName = new RegExp(`["${hiddenCharacters}]+`, 'gu')

/** The domain of `address` or `Name <address>`. */
export function domainOf(mailbox: string): string {
  return parseMailbox(mailbox)!.address.split('@').at(-1)!
}

/** The address of `address` or `Name <address>` without case, as the database has it. */
export function emailKeyOf(mailbox: string): string {
  return parseMailbox(mailbox)!.address.toLowerCase()
}
