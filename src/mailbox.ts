import { parseEmailAddress } from './email-address.ts'
import { hiddenCharacters } from './hidden-characters.ts'

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
