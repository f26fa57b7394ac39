import { parseEmailAddress } from '#email-address.ts'
import { WrongUsage } from './failure.ts'
import { printable } from './printable.ts'

/** The address as the database compares it. */
export function emailKeyOf(text: string): string {
  const address = parseEmailAddress(text)
  if (!address) throw new WrongUsage(`${printable(text)} is not an e-mail address`)
  return address.key
}
