import { Argument, InvalidArgumentError } from 'commander'
import { parseEmailAddress } from '#email-address.ts'

/** Comes to the command as the database compares it. */
export function emailArgument(): Argument {
  const argument = new Argument('<email>', 'the address, in any case')
  return argument.argParser((text) => addressOf(text).key)
}

export function addressOf(text: string) {
  const address = parseEmailAddress(text)
  if (!address) throw new InvalidArgumentError('It is not an e-mail address.')
  return address
}
