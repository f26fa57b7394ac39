import { sampleFields, site } from '#content/content.ts'
import { countRows } from '#database/read-pages.ts'
import type { Db } from '#database/schema.ts'
import { isLoopback } from '#loopback.ts'
import { ownerPauseReason } from '#mail/mail-pause.ts'
import { contentLetters, welcomeName, type OwnLetter } from '#newsletter/letter-file.ts'
import { fillLetter, renderLetter } from '#newsletter/letter-mail.tsx'
import {
  letterProgress,
  readLetterStatus,
  startLetter,
  type LetterStatus,
  type RenderedLetter,
} from '#newsletter/letter-sending.ts'
import { listSubscribers } from '#newsletter/list-subscribers.ts'
import { sendTestLetter } from '#newsletter/send-test-letter.ts'
import { UserError } from '#user-error.ts'
import { checkContent } from './checks/check-content.ts'
import { checkMailRecords, checkMailServer } from './checks/check-mail.ts'
import { checkPublicUrl } from './checks/check-outside.ts'
import { checkServerSettings } from './checks/check-server-settings.ts'
import { failure, findingLines, warning, type Finding } from './checks/finding.ts'
import type { CommandContext, Flags } from './command-context.ts'
import { printStatus, watchLetter } from './letters-status.ts'
import { duration, printable, printableLines } from './printable.ts'
import { noteSuppressed } from './subscribers.ts'

export interface SendOptions extends Flags<'dryRun' | 'yes' | 'wait' | 'allowSampleContent'> {
  at?: Date
}

export async function lettersSend(context: CommandContext, name: string, options: SendOptions) {
  if (name === welcomeName) throw new UserError(welcomeRefusal)
  const { terminal } = context
  const dueAt = options.at ?? context.clock()
  const own = findLetter(name)
  const letter = render(context, own)
  const { db } = await context.database()
  const earlier = await readLetterStatus(db, name)
  if (earlier && earlier.state !== 'preparing')
    return await printAlreadySent(context, db, own, earlier)
  const audience = await countRows(listSubscribers(db, { status: 'confirmed' }))
  await printPreview(context, letter, audience, dueAt)
  await noteSuppressed(context, db)
  const canSend = await checkSending(context, db, own, audience, options)
  if (options.dryRun) {
    if (!canSend) throw new UserError('Dry run: `letters send` would refuse to send this.')
    return terminal.note('Dry run: nothing was sent.')
  }
  if (!canSend) throw new UserError('Nothing was sent.')
  const people = audience === 1 ? 'person' : 'people'
  await terminal.confirm(`Send it to ${audience} ${people}? You can't undo this.`, options.yes)
  // Closing the terminal must not leave the audience half queued.
  process.on('SIGHUP', ignoreHangUp)
  const hasStarted = await startLetter(db, letter, { dueAt, now: context.clock() })
  process.off('SIGHUP', ignoreHangUp)
  const status = (await readLetterStatus(db, name))!
  if (!hasStarted) return await printAlreadySent(context, db, own, status)
  await terminal.print(
    `Queued for ${status.audience}. The running site sends it. To see the progress: \`letters status ${name}\`.`,
  )
  if (options.wait && terminal.redraws && dueAt <= context.clock()) {
    await watchLetter(context, db, status)
  }
}

const welcomeRefusal =
  'welcome is sent automatically to each subscriber who confirms. To write to everyone, add another file to content/letters.'

function ignoreHangUp() {}

async function printAlreadySent(
  context: CommandContext,
  db: Db,
  own: OwnLetter,
  sent: LetterStatus,
) {
  const { terminal } = context
  const state = letterProgress(sent, context.clock())
  await terminal.print(
    `${sent.name} is already ${state}. A letter is sent only once: nothing was sent.`,
  )
  const now = renderLetter(own, { publicUrl: sent.public_url, sender: sent.sender })
  if (now.subject !== sent.subject || now.html !== sent.html || now.text !== sent.text) {
    terminal.note('It has changed since. To send the new text, save it under another file name.')
  }
  await printStatus(context, db, sent)
}

async function printPreview(
  context: CommandContext,
  letter: RenderedLetter,
  audience: number,
  dueAt: Date,
) {
  const { config, terminal } = context
  const bar = terminal.drawsBlocks ? '│' : '|'
  const text = printableLines(fillForPreview(context, letter).text).trimEnd()
  await terminal.print(
    `Audience  ${audience}`,
    `Subject   ${letter.subject}`,
    `From      ${letter.sender}`,
    ...(dueAt > context.clock() ? [`At        ${dueAt.toISOString()}`] : []),
    `Time      about ${duration(audience / config.mailPerSecond)} at ${config.mailPerSecond} a second`,
    '',
    ...text.split('\n').map((line) => `${bar} ${line}`.trimEnd()),
    '',
  )
  if (letter.name === 'launch' && site.launched === false) {
    terminal.note(
      'Don\'t forget: `launched` in content/site.ts is still false, so the site says "coming soon".',
    )
  }
}

/**
 * Prints every warning and failure about sending this letter.
 * @returns whether there is no failure
 */
async function checkSending(
  context: CommandContext,
  db: Db,
  { name, isSample }: OwnLetter,
  audience: number,
  { allowSampleContent }: SendOptions,
): Promise<boolean> {
  const { config, terminal } = context
  const findings: Finding[] = [
    await checkServerSettings(db, context),
    await checkMailServer(config.smtpUrl),
  ]
  const pause = await ownerPauseReason(db)
  if (pause !== undefined) {
    findings.push(failure('Mail', `all mail is paused: ${pause}`, 'Run `mail resume` first.'))
  }
  if (audience === 0) findings.push(failure('Audience', 'nobody has confirmed yet'))
  if (isRehearsal(context)) {
    findings.push(warning('Rehearsal', 'links and mail go to this machine', rehearsalAdvice))
  } else {
    const samples = isSample ? [...sampleFields, `content/letters/${name}.md`] : sampleFields
    const advice = 'Replace them, or add --allow-sample-content.'
    findings.push({ ...checkContent(allowSampleContent ? [] : samples), advice })
    findings.push(checkPublicUrl(config)[0]!)
    // DNS may take seconds: skip it if the letter can't be sent anyway.
    if (!findings.some(isFailure)) findings.push(...(await checkRecords(context)))
  }
  const problems = findings.filter(({ level }) => level === 'warning' || level === 'failure')
  for (const finding of problems) terminal.note(findingLines(finding).join('\n'))
  return !problems.some(isFailure)
}

const isFailure = ({ level }: Finding) => level === 'failure'

function isRehearsal({ config: { publicUrl, smtpUrl } }: CommandContext): boolean {
  return smtpUrl !== undefined && isLoopback(smtpUrl) && isLoopback(publicUrl)
}

const rehearsalAdvice =
  'The letter only reaches the mail server on this machine. If that server relays mail, set PUBLIC_URL first.'

/** Gmail, Yahoo and Outlook.com have required these records for newsletters since 2024. */
async function checkRecords(context: CommandContext): Promise<Finding[]> {
  const findings = await checkMailRecords(context)
  if (findings.every(({ level }) => level === 'ok')) return findings
  const message = 'Gmail, Yahoo and Outlook.com refuse newsletters without SPF, DKIM and DMARC'
  return [...findings, warning('Mail records', message)]
}

export function findLetter(name: string): OwnLetter {
  const letters = contentLetters()
  const letter = letters.get(name)
  if (letter) return letter
  const known = letters.size === 0 ? 'none' : [...letters.keys()].join(', ')
  throw new UserError(`There is no content/letters/${printable(name)}.md. Letters found: ${known}.`)
}

function render({ config, sender }: CommandContext, letter: OwnLetter): RenderedLetter {
  return renderLetter(letter, { publicUrl: config.publicUrl, sender })
}

/** As a subscriber gets it, with an unsubscribe link that belongs to nobody. */
function fillForPreview({ secret, clock }: CommandContext, letter: RenderedLetter) {
  return fillLetter(letter, secret, { id: crypto.randomUUID(), confirmedAt: clock() })
}

export function previewLetter(context: CommandContext, name: string) {
  return fillForPreview(context, render(context, findLetter(name)))
}

export async function sendTest(context: CommandContext, name: string, to: string) {
  const { config, sender, clock } = context
  const { smtpUrl } = config
  await sendTestLetter(previewLetter(context, name), { smtpUrl, sender, clock }, to)
  await context.terminal.print(`Sent to ${to}, and to nobody else.`)
}
