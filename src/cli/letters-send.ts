import { sampleFields } from '#content/content.ts'
import { countRows } from '#database/read-pages.ts'
import type { Db } from '#database/schema.ts'
import { isLoopback } from '#loopback.ts'
import { ownerPauseReason } from '#mail/mail-pause.ts'
import { missingLanguages, sampleFiles } from '#newsletter/content-letters.ts'
import { letterFile, welcomeName, type OwnLetter } from '#newsletter/letter-file.ts'
import { renderLetter } from '#newsletter/letter-mail.tsx'
import {
  letterProgress,
  readLetterStatus,
  startLetter,
  type LetterStatus,
} from '#newsletter/letter-sending.ts'
import { listSubscribers } from '#newsletter/list-subscribers.ts'
import { UserError } from '#user-error.ts'
import { checkContent } from './checks/check-content.ts'
import { checkMailRecords, checkMailServer } from './checks/check-mail.ts'
import { checkPublicUrl } from './checks/check-outside.ts'
import { checkServerSettings } from './checks/check-server-settings.ts'
import { failure, findingLines, warning, type Finding } from './checks/finding.ts'
import type { CommandContext, Flags } from './command-context.ts'
import { findLetter, printPreview, renderOwn } from './letters-preview.ts'
import { printStatus, watchLetter } from './letters-status.ts'
import { noteSuppressed } from './subscribers.ts'

export interface SendOptions extends Flags<'dryRun' | 'yes' | 'wait' | 'allowSampleContent'> {
  at?: Date
  /** The language for readers whose own the letter is not written in. */
  fallback?: 'en'
}

export async function lettersSend(context: CommandContext, name: string, options: SendOptions) {
  if (name === welcomeName) throw new UserError(welcomeRefusal)
  const { terminal } = context
  const dueAt = options.at ?? context.clock()
  const own = findLetter(context, name)
  const letter = renderOwn(context, own)
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
  if (JSON.stringify(now.texts) !== JSON.stringify(sent.texts)) {
    terminal.note('It has changed since. To send the new text, save it under another file name.')
  }
  await printStatus(context, db, sent)
}

/**
 * Prints every warning and failure about sending this letter.
 * @returns whether there is no failure
 */
async function checkSending(
  context: CommandContext,
  db: Db,
  own: OwnLetter,
  audience: number,
  { allowSampleContent, fallback }: SendOptions,
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
  if (fallback === undefined) findings.push(...(await checkTranslations(db, own)))
  if (isRehearsal(context)) {
    findings.push(warning('Rehearsal', 'links and mail go to this machine', rehearsalAdvice))
  } else {
    const samples = [...sampleFields, ...sampleFiles(own)]
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

/** A failure for each translation that somebody in the audience would need. */
async function checkTranslations(db: Db, own: OwnLetter): Promise<Finding[]> {
  const findings: Finding[] = []
  for (const language of missingLanguages(own)) {
    const readers = await countRows(listSubscribers(db, { status: 'confirmed', language }))
    if (readers === 0) continue
    const message = `${letterFile(own.name, language)} is missing, and ${readers} in the audience signed up in that language`
    findings.push(failure('Translation', message, 'Write it, or send them English: --fallback en'))
  }
  return findings
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
