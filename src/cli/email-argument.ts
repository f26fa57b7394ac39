import { Argument } from 'commander'
import { parseEmailAddress } from '#email-address.ts'
import { WrongUsage } from './wrong-usage.ts'
import { printable } from './printable.ts'

/** Comes to the command as the database compares it. */
export function emailArgument(): Argument {
  return new Argument('<email>', 'the address, in any case').argParser(emailKeyOf)
}

export function emailKeyOf(text: string): string {
  const address = parseEmailAddress(text)
  if (!address) throw new WrongUsage(`${printable(text)} is not an e-mail address`)
  return address.key
}
