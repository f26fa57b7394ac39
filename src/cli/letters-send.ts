import { sampleFields, site } from '#content/content.ts'
import { countRows } from '#database/read-pages.ts'
import type { Db, LetterTable } from '#database/schema.ts'
import { contentLetters } from '#letters/content-letters.ts'
import { letterTo } from '#letters/letter-mail.tsx'
import { progressOf } from '#letters/letter-status.ts'
import type { OwnLetter } from '#letters/read-letter.ts'
import { readLetterRow, startLetter } from '#letters/start-letter.ts'
import { longDate } from '#long-time.ts'
import { domainOf } from '#mailbox.ts'
import { reasonForPause } from '#mail/mail-pause.ts'
import { createSmtpTransport } from '#mail/smtp-transport.ts'
import { listSubscribers } from '#newsletter/list-subscribers.ts'
import { unsubscribeUrl } from '#newsletter/subscription-links.ts'
import { UserError } from '#user-error.ts'
import { checkContent } from './checks/check-content.ts'
import { checkMailRecords, checkMailServer } from './checks/check-mail.ts'
import { checkPublicUrl } from './checks/check-outside.ts'
import { findingLines, type Finding } from './checks/finding.ts'
import type { CommandContext, Flags } from './command-context.ts'
import { printStatus, watchLetter } from './letters-status.ts'
import { duration, printable, printableLines } from './printable.ts'
import { saySilent } from './subscribers.ts'

export interface SendOptions extends Flags<'dryRun' | 'yes' | 'wait' | 'allowSampleContent'> {
  at?: Date
}

export async function lettersSend(context: CommandContext, name: string, options: SendOptions) {
  const { terminal } = context
  const dueAt = options.at ?? context.clock()
  const letter = findLetter(name)
  const { db } = await context.database()
  const earlier = await readLetterRow(db, name)
  if (earlier && earlier.state !== 'preparing')
    return await sayItWasSent(context, db, letter, earlier)
  const audience = await countRows(listSubscribers(db, { status: 'confirmed' }))
  await preview(context, letter, audience, dueAt)
  await saySilent(context, db)
  if (options.dryRun) return terminal.note('A dry run: nothing was sent.')
  const samples = letter.isSample ? [...sampleFields, `content/letters/${name}.md`] : sampleFields
  await mustBeAbleToSend(context, db, options.allowSampleContent ? [] : samples)
  if (audience === 0) throw new UserError('Nobody has confirmed yet: nothing was sent.')
  const people = audience === 1 ? 'person' : 'people'
  await terminal.confirm(`Send it to ${audience} ${people}? This cannot be undone.`, options.yes)
  // A terminal that is closed meanwhile does not leave half of it behind.
  process.on('SIGHUP', () => {})
  const hasStarted = await startLetter(db, letter, { dueAt, now: context.clock() })
  const row = (await readLetterRow(db, name))!
  if (!hasStarted) return await sayItWasSent(context, db, letter, row)
  await terminal.print(
    `Queued for ${row.audience}. The running server sends it; \`letters status ${name}\` tells how far it is.`,
  )
  if (options.wait && terminal.redraws && dueAt <= context.clock()) {
    await watchLetter(context, db, row)
  }
}

async function sayItWasSent(context: CommandContext, db: Db, own: OwnLetter, row: LetterTable) {
  const { terminal } = context
  const state = progressOf(row, context.clock())
  await terminal.print(
    `${row.name} is ${state} already, and a letter is sent once. Nothing was sent.`,
  )
  if (own.subject !== row.subject || own.body !== row.body || own.preview !== row.preview) {
    terminal.note('Its text has changed since. To send that, give the file another name.')
  }
  await printStatus(context, db, row)
}

async function preview(context: CommandContext, letter: OwnLetter, audience: number, dueAt: Date) {
  const { config, terminal } = context
  const bar = terminal.drawsBlocks ? '│' : '|'
  const text = printableLines(previewOf(context, letter).text).trimEnd()
  await terminal.print(
    `Audience  ${audience}`,
    `Subject   ${letter.subject}`,
    `From      ${context.sender}`,
    ...(dueAt > context.clock() ? [`At        ${dueAt.toISOString()}`] : []),
    `Time      about ${duration(audience / config.mailPerSecond)} at ${config.mailPerSecond} a second`,
    '',
    ...text.split('\n').map((line) => `${bar} ${line}`.trimEnd()),
    '',
  )
  if (letter.name === 'launch' && site.launched === false) {
    terminal.note(
      'Remember the switch: `launched` in content/site.ts is false, so the site says "coming soon".',
    )
  }
}

/** Says what doctor would say of it, and stops at a failure. */
async function mustBeAbleToSend(context: CommandContext, db: Db, samples: string[]) {
  const { config, terminal } = context
  const heldBack = await reasonForPause(db)
  if (heldBack !== undefined) {
    throw new UserError(`All mail is held back: ${heldBack} Run \`mail resume\` first.`)
  }
  const isBad = ({ level }: Finding) => level !== 'ok'
  const advice = 'Replace them, or add --allow-sample-content.'
  const [address] = checkPublicUrl(config)
  const findings = [
    { ...checkContent(samples), advice },
    address!,
    await checkMailServer(config.smtpUrl),
  ].filter(isBad)
  for (const finding of findings) terminal.note(findingLines(finding).join('\n'))
  if (findings.some(({ level }) => level === 'failure')) throw new UserError('Nothing was sent.')
  const missing = (await checkMailRecords(context)).filter(isBad)
  for (const finding of missing) terminal.note(findingLines(finding).join('\n'))
  // Their rules for newsletters since 2024; who breaks them is not told.
  if (missing.length > 0) {
    terminal.note('Gmail, Yahoo and Outlook.com refuse newsletters without SPF, DKIM and DMARC.')
  }
}

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
