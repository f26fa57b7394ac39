import { parseEmailAddress } from './email-address.ts'

export interface Mailbox {
  name: string
  address: string
}

/** Reads `address` or `Name <address>`. Nothing in it can become a second header or recipient. */
export function parseMailbox(text: string): Mailbox | undefined {
  const [, name = '', bracketed] = /^([^<>]*)<([^<>]+)>$/.exec(text.trim()) ?? []
  const address = parseEmailAddress(bracketed ?? text)?.email
  if (address === undefined) return undefined
  return { name: name.replaceAll(/["\p{Cc}]+/gu, ' ').trim(), address }
}

/** The domain of `address` or `Name <address>`. */
export function domainOf(mailbox: string): string {
  return parseMailbox(mailbox)!.address.split('@').at(-1)!
}
