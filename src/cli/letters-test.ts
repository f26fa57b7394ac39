import { contentLetters } from '#letters/content-letters.ts'
import { letterTo } from '#letters/letter-mail.tsx'
import type { OwnLetter } from '#letters/read-letter.ts'
import { longDate } from '#long-time.ts'
import { domainOf } from '#mailbox.ts'
import type { MailContent } from '#mail/layout/render-mail.tsx'
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
export function previewOf(context: CommandContext, letter: OwnLetter): MailContent {
  const { publicUrl } = context.config
  return letterTo(letter, publicUrl, sampleLink(context), longDate(context.clock()))
}

export async function sendTest(context: CommandContext, name: string, to: string) {
  const words = previewOf(context, findLetter(name))
  const { smtpUrl: url } = context.config
  if (url === undefined) throw new UserError('SMTP_URL is not set: there is no way to send.')
  const transport = createSmtpTransport({ url, from: context.sender })
  const outcome = await transport.send({
    ...words,
    subject: `[Test] ${words.subject}`,
    to,
    unsubscribeUrl: sampleLink(context),
    letter: name,
    messageId: `test.${crypto.randomUUID()}@${domainOf(context.sender)}`,
    date: context.clock(),
  })
  transport.close()
  if (outcome.kind !== 'sent') throw new UserError(`The test was not sent: ${outcome.reason}`)
  await context.terminal.print(`Sent to ${to}, and to nobody else.`)
}

function sampleLink({ config, secret }: CommandContext): string {
  return unsubscribeUrl({ publicUrl: config.publicUrl, secret }, crypto.randomUUID())
}
