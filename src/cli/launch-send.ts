import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { sampleFields } from '#content/content.ts'
import type { Database } from '#database/connect.ts'
import type { LaunchTable } from '#database/schema.ts'
import { launchLetter, type LaunchLetter } from '#launch/launch-letter.tsx'
import { countLedger, isFinished, readLaunch } from '#launch/launch-status.ts'
import { startLaunch } from '#launch/start-launch.ts'
import { checkSmtp } from '#mail/check-smtp.ts'
import { reasonForPause } from '#mail/mail-pause.ts'
import { createSmtpTransport } from '#mail/smtp-transport.ts'
import { countSubscribers } from '#newsletter/list-subscribers.ts'
import { unsubscribeUrl } from '#newsletter/subscription-links.ts'
import type { Desk } from './desk.ts'
import { Failure, WrongUsage } from './failure.ts'
import { launchMail, senderOf } from './launch-mail.ts'
import { ledgerLines } from './launch-status.ts'
import { printableLines } from './printable.ts'
import { runLaunch } from './run-launch.ts'

export interface LaunchSendOptions {
  subject?: string
  body?: string
  dryRun?: boolean
  test?: string
  yes?: boolean
  allowSampleContent?: boolean
}

export async function launchSend(desk: Desk, options: LaunchSendOptions): Promise<void> {
  await desk.withDatabase(async (database) => {
    const { db } = database
    const earlier = await readLaunch(db)
    const text = readText(desk, options, earlier)
    const isTrial = options.dryRun === true || options.test !== undefined
    if (earlier && !isTrial) {
      mustBeTheSame(earlier, text)
      const counts = await countLedger(db)
      if (isFinished(counts)) return await sayFinished(desk, earlier, counts)
    }
    if (!options.dryRun) refuseSampleContent(options)
    const letter = launchLetter(text.subject, text.body)
    const audience = earlier
      ? (await countLedger(db)).queued
      : await countSubscribers(db, { status: 'confirmed' })
    await preview(desk, letter, audience)
    if (options.dryRun) return desk.terminal.note('A dry run: nothing was sent.')
    const smtpUrl = await mustBeAbleToSend(desk, database)
    if (options.test !== undefined) return await sendTest(desk, smtpUrl, letter, options.test)
    if (audience === 0 && !earlier) throw new Failure('Nobody has confirmed yet: nothing was sent.')
    await desk.terminal.confirm(
      `Send it to ${audience} ${audience === 1 ? 'person' : 'people'}? This cannot be undone.`,
      options.yes,
    )
    const launch = await startLaunch(database, text, desk.clock())
    mustBeTheSame(launch, text)
    await runLaunch(desk, database, { smtpUrl, letter, launch })
  })
}

function readText(desk: Desk, options: LaunchSendOptions, earlier: LaunchTable | undefined) {
  const subject = options.subject ?? earlier?.subject
  const body = options.body === undefined ? earlier?.body : readBody(desk.pathOf(options.body))
  if (subject === undefined || body === undefined) {
    throw new WrongUsage('launch send needs --subject and --body')
  }
  if (subject.trim() === '' || /\p{Cc}/u.test(subject) || subject.length > 200) {
    throw new WrongUsage('--subject must be one line of 1 to 200 characters')
  }
  return { subject, body }
}

function readBody(file: string): string {
  let bytes: Buffer
  try {
    bytes = readFileSync(file)
  } catch (error) {
    throw new Failure(`The letter cannot be read: ${(error as Error).message}`)
  }
  const mostBytes = 90_000
  const text = bytes
    .toString('utf8')
    .replace(/^\ufeff/, '')
    .replaceAll('\0', '')
  if (text.trim() === '') throw new Failure(`The letter is empty: ${file}`)
  // Large mail programs cut a letter off at about 100 kB, and the unsubscribe link with it.
  if (bytes.length > mostBytes)
    throw new Failure(`The letter is over ${mostBytes / 1000} kB: ${file}`)
  return text
}

function mustBeTheSame(launch: LaunchTable, text: { subject: string; body: string }): void {
  if (launch.subject === text.subject && launch.body === text.body) return
  throw new Failure(
    `A launch has begun with another text ("${launch.subject}"), and there is one launch only.\nRun \`launch send\` without --subject and --body to go on with that text; \`launch status\` tells more.`,
  )
}

function refuseSampleContent({ allowSampleContent }: LaunchSendOptions): void {
  if (sampleFields.length === 0 || allowSampleContent) return
  throw new Failure(
    `content/ still holds made-up values, and the letter would carry them:\n  ${sampleFields.join('\n  ')}\nReplace them, or add --allow-sample-content.`,
  )
}

async function sayFinished(
  { terminal }: Desk,
  launch: LaunchTable,
  counts: Awaited<ReturnType<typeof countLedger>>,
): Promise<void> {
  const lines = [
    'The launch is finished. Nothing was sent.',
    '',
    ...ledgerLines(counts, launch.audience),
  ]
  await terminal.write(`${lines.join('\n')}\n`)
  if (counts.in_doubt > 0) {
    terminal.note('Decide about those in doubt with `launch resolve --resend` or `--accept`.')
  }
}

async function preview(desk: Desk, letter: LaunchLetter, audience: number): Promise<void> {
  const { config, terminal, secret } = desk
  const shown = letter.addressedTo(
    unsubscribeUrl({ publicUrl: config.publicUrl, secret }, crypto.randomUUID()),
  )
  const file = desk.pathOf(join(config.dataDir, 'launch-preview.html'))
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, shown.html)
  const bar = terminal.drawsBlocks ? '│' : '|'
  const lines = [
    `Audience  ${audience}`,
    `Subject   ${letter.subject}`,
    `From      ${senderOf(desk)}`,
    `Time      about ${duration(audience / config.mailPerSecond)} at ${config.mailPerSecond} a second`,
    `HTML      ${file}`,
    '',
    ...printableLines(shown.text)
      .trimEnd()
      .split('\n')
      .map((line) => `${bar} ${line}`.trimEnd()),
    '',
  ]
  await terminal.write(`${lines.join('\n')}\n`)
  if (/^https?:\/\/(?:localhost|127\.)/.test(config.publicUrl)) {
    terminal.note(
      'Warning: PUBLIC_URL is this machine, so the links in the letter work nowhere else.',
    )
  }
}

async function mustBeAbleToSend({ config }: Desk, { db }: Database): Promise<string> {
  if (config.smtpUrl === undefined)
    throw new Failure('SMTP_URL is not set: there is no way to send.')
  const heldBack = await reasonForPause(db)
  if (heldBack !== undefined) {
    throw new Failure(`All mail is held back: ${heldBack} Run \`mail resume\` first.`)
  }
  const check = await checkSmtp(config.smtpUrl)
  if (check.ok) return config.smtpUrl
  throw new Failure(
    check.isLogin
      ? `The mail server does not let us in: ${check.reason}\nCheck the user and the password in SMTP_URL.`
      : `The mail server cannot be reached: ${check.reason}\nCheck SMTP_URL.`,
  )
}

async function sendTest(
  desk: Desk,
  smtpUrl: string,
  letter: LaunchLetter,
  address: string,
): Promise<void> {
  const transport = createSmtpTransport({ url: smtpUrl, from: senderOf(desk) })
  const outcome = await transport.send(
    launchMail(desk, letter, { subscriberId: crypto.randomUUID(), email: address }),
  )
  transport.close()
  if (outcome.kind !== 'sent') throw new Failure(`The test was not sent: ${outcome.reason}`)
  await desk.terminal.write(`Sent to ${address}, and to nobody else.\n`)
}

function duration(seconds: number): string {
  if (seconds < 90) return `${Math.ceil(seconds)} s`
  if (seconds < 5400) return `${Math.ceil(seconds / 60)} min`
  return `${(seconds / 3600).toFixed(1)} h`
}
