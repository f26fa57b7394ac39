import { contentLetters } from '#letters/content-letters.ts'
import { letterTo } from '#letters/letter-mail.tsx'
import type { OwnLetter } from '#letters/read-letter.ts'
import { longDate } from '#long-time.ts'
import { domainOf } from '#mailbox.ts'
import { createSmtpTransport } from '#mail/smtp-transport.ts'
import { unsubscribeUrl } from '#newsletter/subscription-links.ts'
import type { CommandContext } from './command-context.ts'
import { UserError } from '#user-error.ts'
import { printable } from './printable.ts'

export function findLetter(name: string): OwnLetter {
  const letters = contentLetters()
  const letter = letters.get(name)
  if (letter) return letter
  const known = letters.size === 0 ? 'none' : [...letters.keys()].join(', ')
  throw new UserError(`There is no content/letters/${printable(name)}.md. There is: ${known}.`)
}

/** As a subscriber gets it. The link to unsubscribe is nobody's. */
export function previewOf({ config, secret, clock }: CommandContext, letter: OwnLetter) {
  const { publicUrl } = config
  const url = unsubscribeUrl({ publicUrl, secret }, crypto.randomUUID())
  return { ...letterTo(letter, publicUrl, url, longDate(clock())), unsubscribeUrl: url }
}

export async function sendTest(context: CommandContext, name: string, to: string) {
  const letter = previewOf(context, findLetter(name))
  const { smtpUrl: url } = context.config
  if (url === undefined) throw new UserError('SMTP_URL is not set: there is no way to send.')
  const transport = createSmtpTransport({ url, from: context.sender })
  const outcome = await transport.send({
    ...letter,
    subject: `[Test] ${letter.subject}`,
    to,
    letter: name,
    messageId: `test.${crypto.randomUUID()}@${domainOf(context.sender)}`,
    date: context.clock(),
  })
  transport.close()
  if (outcome.kind !== 'sent') throw new UserError(`The test was not sent: ${outcome.reason}`)
  await context.terminal.print(`Sent to ${to}, and to nobody else.`)
}
