import { InvalidArgumentError } from 'commander'
import { sampleFields, site } from '#content/content.ts'
import { countRows } from '#database/read-pages.ts'
import type { Db, LetterTable } from '#database/schema.ts'
import { progressOf } from '#letters/letter-status.ts'
import type { OwnLetter } from '#letters/read-letter.ts'
import { readLetterRow, startLetter } from '#letters/start-letter.ts'
import { reasonForPause } from '#mail/mail-pause.ts'
import { listSubscribers } from '#newsletter/list-subscribers.ts'
import { checkMailRecords, checkMailServer } from './checks/check-mail.ts'
import { checkPublicUrl } from './checks/check-public-url.ts'
import type { CommandContext } from './command-context.ts'
import { UserError } from '#user-error.ts'
import { duration } from './progress.ts'
import { saySilent } from './subscribers.ts'
import { watchLetter } from './watch-letter.ts'
import { countLines } from './letters-status.ts'
import { findLetter, previewOf } from './letters-test.ts'
import { isReal } from './date-range.ts'
import { printableLines } from './printable.ts'

export interface LettersSendOptions {
  at?: Date
  dryRun?: boolean
  yes?: boolean
  wait: boolean
  allowSampleContent?: boolean
}

export async function lettersSend(
  context: CommandContext,
  name: string,
  options: LettersSendOptions,
) {
  const { terminal } = context
  const dueAt = options.at ?? context.clock()
  const letter = findLetter(name)
  const { db } = await context.database()
  const earlier = await readLetterRow(db, name)
  if (earlier && earlier.state !== 'preparing') return await sayItWasSent(context, letter, earlier)
  const audience = await countRows(listSubscribers(db, { status: 'confirmed' }))
  await preview(context, letter, audience, dueAt)
  await saySilent(context, db)
  if (options.dryRun) return terminal.note('A dry run: nothing was sent.')
  await mustBeAbleToSend(context, db, letter, options)
  if (audience === 0) throw new UserError('Nobody has confirmed yet: nothing was sent.')
  await terminal.confirm(
    `Send it to ${audience} ${audience === 1 ? 'person' : 'people'}? This cannot be undone.`,
    options.yes,
  )
  // A terminal that is closed meanwhile does not leave half of it behind.
  process.on('SIGHUP', () => {})
  const hasStarted = await startLetter(db, letter, { dueAt, now: context.clock() })
  const row = (await readLetterRow(db, name))!
  if (!hasStarted) return await sayItWasSent(context, letter, row)
  await terminal.print(
    `Queued for ${row.audience}. The running server sends it; \`letters status ${name}\` tells how far it is.`,
  )
  if (options.wait && terminal.redraws && dueAt <= context.clock()) {
    await watchLetter(context, db, name)
  }
}

/** @throws InvalidArgumentError where it is none, or over */
export function timeOf(text: string, now: Date): Date {
  const time = new Date(text)
  if (!/T.*(?:Z|[+-]\d{2}:?\d{2})$/i.test(text) || !isReal(text, time)) {
    throw new InvalidArgumentError('Give a time with its zone, like 2026-03-31T09:00+02:00.')
  }
  if (time <= now)
    throw new InvalidArgumentError(`It must lie in the future: ${time.toISOString()} is over.`)
  return time
}

const wasAlready: Partial<Record<ReturnType<typeof progressOf>, string>> = {
  scheduled: 'waits for its time already',
  stopped: 'was stopped',
}

async function sayItWasSent(context: CommandContext, own: OwnLetter, row: LetterTable) {
  const hasChanged =
    own.subject !== row.subject || own.body !== row.body || own.preview !== row.preview
  const lines = [
    `${row.name} ${wasAlready[progressOf(row, context.clock())] ?? 'was sent before'}, and a letter is sent once. Nothing was sent.`,
    ...(hasChanged
      ? ['Its text has changed since. To send that, give the file another name.']
      : []),
    '',
    ...countLines(row),
  ]
  await context.terminal.print(...lines)
}

async function preview(context: CommandContext, letter: OwnLetter, audience: number, dueAt: Date) {
  const { config, terminal } = context
  const shown = previewOf(context, letter)
  const bar = terminal.drawsBlocks ? '│' : '|'
  const lines = [
    `Audience  ${audience}`,
    `Subject   ${letter.subject}`,
    `From      ${context.sender}`,
    ...(dueAt > context.clock() ? [`At        ${dueAt.toISOString()}`] : []),
    `Time      about ${duration(audience / config.mailPerSecond)} at ${config.mailPerSecond} a second`,
    '',
    ...printableLines(shown.text)
      .trimEnd()
      .split('\n')
      .map((line) => `${bar} ${line}`.trimEnd()),
    '',
  ]
  await terminal.print(...lines)
  if (letter.name === 'launch' && site.launched === false) {
    terminal.note(
      'Remember the switch: `launched` in content/site.ts is false, so the site says "coming soon".',
    )
  }
}

async function mustBeAbleToSend(
  context: CommandContext,
  db: Db,
  letter: OwnLetter,
  { allowSampleContent }: LettersSendOptions,
) {
  const { config, terminal } = context
  const samples = [
    ...sampleFields,
    ...(letter.isSample ? [`content/letters/${letter.name}.md`] : []),
  ]
  if (samples.length > 0 && !allowSampleContent) {
    throw new UserError(
      `content/ still holds made-up values, and the letter would carry them:\n  ${samples.join('\n  ')}\nReplace them, or add --allow-sample-content.`,
    )
  }
  const heldBack = await reasonForPause(db)
  if (heldBack !== undefined) {
    throw new UserError(`All mail is held back: ${heldBack} Run \`mail resume\` first.`)
  }
  const [address] = checkPublicUrl(config)
  for (const { level, subject, message, advice } of [
    address!,
    await checkMailServer(config.smtpUrl),
  ]) {
    if (level === 'failure') throw new UserError(`${subject}: ${message}. ${advice}`)
  }
  const missing = (await checkMailRecords(context)).filter(({ level }) => level !== 'ok')
  for (const { subject, message } of missing) terminal.note(`${subject}: ${message}.`)
  // Their rules for newsletters since 2024; who breaks them is not told.
  if (missing.length > 0) {
    terminal.note('Gmail, Yahoo and Outlook.com refuse newsletters without SPF, DKIM and DMARC.')
  }
}
