import { setTimeout as sleep } from 'node:timers/promises'
import { mailStatuses, type Db } from '#database/schema.ts'
import { readPauses } from '#mail/mail-pause.ts'
import { letterProgress, readLetterStatus, type LetterStatus } from '#newsletter/letter-sending.ts'
import type { CommandContext } from './command-context.ts'
import { UserError } from '#user-error.ts'
import { duration, printable, zonedInstant } from './printable.ts'
import { bar } from './terminal.ts'

const counts = [...mailStatuses, 'audience'] as const

export async function lettersStatus(context: CommandContext, name: string, json = false) {
  const { db } = await context.database()
  const letter = await findSentLetter(db, name)
  if (!json) return await printStatus(context, db, letter)
  await context.terminal.printJson({
    name,
    subject: letter.subject,
    state: letterProgress(letter, context.clock()),
    startedAt: letter.started_at,
    dueAt: letter.due_at,
    ...Object.fromEntries(counts.map((count) => [count, letter[count]])),
  })
}

/** Prints the number of people in each state, and what the owner can do. */
export async function printStatus(context: CommandContext, db: Db, letter: LetterStatus) {
  const { terminal } = context
  const state = letterProgress(letter, context.clock())
  const due = state === 'scheduled' ? ` for ${zonedInstant(letter.due_at)}` : ''
  const width = String(letter.audience).length
  await terminal.print(
    terminal.paint('bold', letter.subject),
    `Started ${zonedInstant(letter.started_at)}, ${state}${due}`,
    '',
    ...counts.map((count) => `${count.padEnd(9)} ${String(letter[count]).padStart(width)}`),
  )
  if (remaining(letter) > 0) await printPauses(context, db, letter.name)
  for (const sentence of adviceOn(letter)) terminal.note(sentence)
}

function* adviceOn({ name, state, failed, in_doubt: inDoubt }: LetterStatus) {
  const again = (command: string) => (state === 'stopped' ? '' : ` ${command}`)
  if (state === 'preparing') {
    yield `Not everyone is queued yet. If \`letters send ${name}\` was interrupted, run it again to continue.`
  }
  if (failed > 0) {
    yield `To see why some failed: \`mail list --letter ${name} --status failed\`.${again(`To try them again: \`mail retry --letter ${name}\`.`)}`
  }
  if (inDoubt > 0) {
    yield `In doubt: the connection broke before the mail server confirmed these, so they may or may not have arrived. They are not sent again automatically. To see them: \`mail list --letter ${name} --status in_doubt\`.${again('To send one again, at the risk that it arrives twice: `mail retry ID`.')}`
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
  while (remaining(letter) > 0 && !leaving.signal.aborted) {
    await sleep(redrawMs, undefined, leaving).catch(() => {})
    letter = await findSentLetter(db, name)
    const elapsedMs = performance.now() - startedAt
    const perSecond = ((remaining(first) - remaining(letter)) / elapsedMs) * 1000
    terminal.redraw(progressLine(letter, perSecond, terminal.drawsBlocks))
  }
  if (remaining(letter) > 0) {
    terminal.note(
      `The site keeps sending without this terminal. To see the progress: \`letters status ${name}\`. To stop it: \`letters stop ${name}\`.`,
    )
  }
  await printStatus(context, db, letter)
}

function remaining({ queued, sending }: LetterStatus): number {
  return queued + sending
}

function progressLine(letter: LetterStatus, perSecond: number, drawsBlocks: boolean): string {
  const done = bar(1 - remaining(letter) / letter.audience, drawsBlocks)
  const end = perSecond > 0 ? `, ${duration(remaining(letter) / perSecond)} left` : ''
  // The most important numbers first: a narrow terminal cuts the line off.
  return `${done} ${letter.sent} sent, ${perSecond.toFixed(1)}/s${end}, ${letter.failed} failed, ${letter.in_doubt} in doubt, ${letter.skipped} skipped`
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

export async function findSentLetter(db: Db, name: string): Promise<LetterStatus> {
  const letter = await readLetterStatus(db, name)
  if (!letter) throw new UserError(`The letter ${printable(name)} has not been sent.`)
  return letter
}

export function assertNotStopped({ name, state }: LetterStatus) {
  if (state !== 'stopped') return
  throw new UserError(`${name} was stopped, so its mail can't be sent any more.`)
}
