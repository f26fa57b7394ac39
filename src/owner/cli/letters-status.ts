import { setTimeout as sleep } from 'node:timers/promises'
import { mailStatuses, type Db } from '#database/schema.ts'
import { commonReasons } from '#mail/outbox.ts'
import { readPauses } from '#mail/mail-pause.ts'
import {
  isUnderWay,
  isWaiting,
  letterProgress,
  readLetterStatus,
  secondsLate,
  wasCancelled,
  type LetterStatus,
} from '#letters/stored-letters.ts'
import { pageStateOf } from '#letters/public-letters.ts'
import { letterPath } from '#routes.ts'
import type { CommandContext } from './command-context.ts'
import { notSent } from '../actions.ts'
import { cancelledSentence, lateSentence, upperFirst, waitsFor } from '../letter-sentences.ts'
import { duration, printable, zonedInstant } from '../printable.ts'
import { bar } from './terminal.ts'

const counts = [...mailStatuses, 'audience'] as const

export async function lettersStatus(context: CommandContext, name: string, json = false) {
  const { db } = await context.database()
  const letter = await findSentLetter(db, name)
  if (!json) return await printStatus(context, db, letter)
  await context.terminal.printJson({
    name,
    subject: letter.subject,
    state: letterProgress(letter),
    startedAt: letter.started_at,
    dueAt: letter.state === 'held' ? null : letter.due_at,
    atLaunch: letter.at_launch === 1,
    queuedAt: letter.queued_at,
    page: pageStateOf(letter) === undefined ? null : letter.page,
    lateSeconds: secondsLate(letter, context.clock()),
    ...Object.fromEntries(counts.map((count) => [count, letter[count]])),
  })
}

/** Prints the number of people in each state, and what the owner can do. */
export async function printStatus(context: CommandContext, db: Db, letter: LetterStatus) {
  const { terminal } = context
  const lines = [stateLine(letter), pageLine(letter)].filter((line) => line !== undefined)
  await terminal.print(terminal.paint('bold', letter.subject), ...lines)
  const late = lateSentence(letter, context.clock())
  if (late !== undefined) terminal.note(late)
  if (isWaiting(letter)) {
    await terminal.print('', `Confirmed now: ${letter.audience}`)
    return
  }
  if (wasCancelled(letter)) return
  const width = String(letter.audience).length
  await terminal.print(
    '',
    ...counts.map((count) => `${count.padEnd(9)} ${String(letter[count]).padStart(width)}`),
  )
  if (remaining(letter) > 0) await printPauses(context, db, letter.name)
  const doubts = await commonReasons(db, { letter: letter.name, status: 'in_doubt' })
  const reasons = doubts.map(({ reason, mails }) => `${mails}: ${printable(reason)}`)
  for (const sentence of adviceOn(letter, reasons.join('; '))) terminal.note(sentence)
}

function stateLine(letter: LetterStatus): string {
  const state = letterProgress(letter)
  if (wasCancelled(letter)) return cancelledSentence(letter)
  if (!isWaiting(letter)) return `Started ${zonedInstant(letter.due_at)}, ${state}`
  return `${upperFirst(waitsFor(letter))}: everyone who is confirmed then gets it`
}

function pageLine(letter: LetterStatus): string | undefined {
  const state = pageStateOf(letter)
  if (state === undefined) return undefined
  if (state === 'hidden') return 'Its page is hidden'
  const title = state === 'ahead' ? 'Its page, once it goes out' : 'Page'
  return `${title}: ${letter.public_url}${letterPath('en', letter.name)}`
}

function* adviceOn({ name, state, failed, in_doubt: inDoubt }: LetterStatus, doubts: string) {
  const again = (command: string) => (state === 'stopped' ? '' : ` ${command}`)
  if (state === 'preparing')
    yield 'Not everyone is queued yet: the running site will queue the rest.'
  if (failed > 0) {
    yield `To see why some failed: \`mail list --letter ${name} --status failed\`.${again(`To try them again: \`mail retry --letter ${name}\`.`)}`
  }
  if (inDoubt > 0) {
    yield `In doubt: these may or may not have arrived${doubts && ` (${doubts})`}. They are not sent again automatically. To see them: \`mail list --letter ${name} --status in_doubt\`.${again('To send one again, at the risk that it arrives twice: `mail retry ID`.')}`
  }
}

const redrawMs = 1000

/** Shows a progress bar until the letter has been sent. Ctrl-C ends the bar, not the sending. */
export async function watchLetter(context: CommandContext, db: Db, first: LetterStatus) {
  const { terminal } = context
  const { name } = first
  const leaving = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => leaving.abort())
  }
  const startedAt = performance.now()
  let letter = first
  while (isUnderWay(letter) && !leaving.signal.aborted) {
    await sleep(redrawMs, undefined, leaving).catch(() => {})
    letter = await findSentLetter(db, name)
    const perSecond = (done(letter) / (performance.now() - startedAt)) * 1000
    terminal.redraw(progressLine(letter, perSecond, terminal.drawsBlocks))
  }
  if (isUnderWay(letter)) {
    terminal.note(
      `The site keeps sending without this terminal. To see the progress: \`letters status ${name}\`. To stop it: \`letters stop ${name}\`.`,
    )
  }
  await printStatus(context, db, letter)
}

function remaining({ queued, sending }: LetterStatus): number {
  return queued + sending
}

function done(letter: LetterStatus): number {
  return letter.audience - remaining(letter)
}

function progressLine(letter: LetterStatus, perSecond: number, drawsBlocks: boolean): string {
  if (letter.state === 'scheduled') return 'Waiting for the running site to begin'
  if (letter.state === 'preparing') return `${letter.audience} queued so far`
  const fraction = bar(done(letter) / Math.max(1, letter.audience), drawsBlocks)
  const end = perSecond > 0 ? `, ${duration(remaining(letter) / perSecond)} left` : ''
  // The most important numbers first: a narrow terminal cuts the line off.
  return `${fraction} ${letter.sent} sent, ${perSecond.toFixed(1)}/s${end}, ${letter.failed} failed, ${letter.in_doubt} in doubt, ${letter.skipped} skipped`
}

/** Prints the pauses of one letter or of all mail, with their reasons. */
export async function printPauses({ terminal, clock }: CommandContext, db: Db, letter?: string) {
  for (const pause of await readPauses(db)) {
    const { holdsAll, cause, reason, until } = pause
    const isOther = letter !== undefined && !holdsAll && cause !== `letter ${letter}`
    if (isOther || !pause.isInForce(clock())) continue
    const end = `${until === null ? '' : `${zonedInstant(until)} or `}\`mail resume\``
    const what = holdsAll ? 'All mail' : cause
    terminal.note(`${what} is paused until ${end}: ${printable(reason)}`)
  }
}

async function findSentLetter(db: Db, name: string): Promise<LetterStatus> {
  const letter = await readLetterStatus(db, name)
  if (!letter) throw notSent(name)
  return letter
}
