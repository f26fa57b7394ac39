import { setTimeout as sleep } from 'node:timers/promises'
import { mailStatuses, type Db, type LetterTable } from '#database/schema.ts'
import { progressOf } from '#letters/letter-status.ts'
import { readLetterRow } from '#letters/start-letter.ts'
import { isInForce, readPauses } from '#mail/mail-pause.ts'
import type { CommandContext } from './command-context.ts'
import { UserError } from '#user-error.ts'
import { duration, printable, zonedInstant } from './printable.ts'
import { bar } from './terminal.ts'

export async function lettersStatus(context: CommandContext, name: string, json = false) {
  const { db } = await context.database()
  const letter = await mustBeSent(db, name)
  if (!json) return await printStatus(context, db, letter)
  const { preview: _, body: __, started_at: startedAt, due_at: dueAt, ...rest } = letter
  const state = progressOf(letter, context.clock())
  await context.terminal.printJson({ ...rest, state, startedAt, dueAt })
}

/** How far it is: the states, that they sum to the audience, and what the owner can do. */
export async function printStatus(context: CommandContext, db: Db, letter: LetterTable) {
  const { terminal } = context
  const state = progressOf(letter, context.clock())
  const due = state === 'scheduled' ? ` for ${zonedInstant(letter.due_at)}` : ''
  const width = String(letter.audience).length
  await terminal.print(
    terminal.paint('bold', letter.subject),
    `Started ${zonedInstant(letter.started_at)}, ${state}${due}`,
    '',
    ...[...mailStatuses, 'audience' as const].map(
      (count) => `${count.padEnd(9)} ${String(letter[count]).padStart(width)}`,
    ),
  )
  if (letter.queued + letter.sending > 0) await sayPauses(context, db, letter.name)
  for (const sentence of adviceOn(letter)) terminal.note(sentence)
}

function* adviceOn({ name, state, failed, in_doubt }: LetterTable) {
  const isStopped = state === 'stopped'
  if (state === 'preparing') {
    yield `It is not whole yet. If \`letters send ${name}\` was cut off, run it again: it goes on.`
  }
  if (failed > 0) {
    const again = isStopped ? '' : `, \`mail retry --letter ${name}\` tries again`
    yield `\`mail list --letter ${name} --status failed\` tells why${again}.`
  }
  if (in_doubt > 0) {
    const resend = isStopped ? '' : ' or `--resend`'
    yield `Decide about those in doubt: \`letters resolve ${name} --accept\`${resend}.`
  }
}

const redrawMs = 1000

/** A bar that redraws itself until nobody is left to get the letter. Ctrl-C ends the watching, not the sending. */
export async function watchLetter(context: CommandContext, db: Db, first: LetterTable) {
  const { terminal } = context
  const { name } = first
  const leaving = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => leaving.abort())
  }
  const startedAt = performance.now()
  let row = first
  while (left(row) > 0 && !leaving.signal.aborted) {
    await sleep(redrawMs, undefined, leaving).catch(() => {})
    row = await mustBeSent(db, name)
    const perSecond = ((left(first) - left(row)) / (performance.now() - startedAt)) * 1000
    terminal.redraw(progressLine(row, perSecond, terminal.drawsBlocks))
  }
  if (left(row) > 0) {
    terminal.note(
      `It goes on without this terminal: \`letters status ${name}\` tells how far it is, \`letters stop ${name}\` ends it.`,
    )
  }
  await printStatus(context, db, row)
}

function left({ queued, sending }: LetterTable): number {
  return queued + sending
}

function progressLine(row: LetterTable, perSecond: number, drawsBlocks: boolean): string {
  const done = bar(1 - left(row) / row.audience, drawsBlocks)
  const end = perSecond > 0 ? `, ${duration(left(row) / perSecond)} left` : ''
  // What a narrow terminal cuts off is what can be looked up later.
  return `${done} ${row.sent} sent, ${perSecond.toFixed(1)}/s${end}, ${row.failed} failed, ${row.in_doubt} in doubt, ${row.skipped} skipped`
}

/** What does not go out at present, of one letter or of all mail, and why. */
export async function sayPauses({ terminal, clock }: CommandContext, db: Db, letter?: string) {
  for (const pause of await readPauses(db)) {
    const { holdsAll, cause, reason, until } = pause
    const isOther = letter !== undefined && !holdsAll && cause !== `letter ${letter}`
    if (isOther || !isInForce(pause, clock())) continue
    const end = `${until === null ? '' : `${zonedInstant(until)} or `}\`mail resume\``
    const what = holdsAll ? 'All mail' : cause
    terminal.note(`${what} is held back until ${end}: ${printable(reason)}`)
  }
}

export async function mustBeSent(db: Db, name: string): Promise<LetterTable> {
  const letter = await readLetterRow(db, name)
  if (!letter) throw new UserError(`No letter ${printable(name)} was sent yet.`)
  return letter
}

export function mustNotBeStopped({ name, state }: LetterTable) {
  if (state !== 'stopped') return
  throw new UserError(`${name} was stopped: nothing of it goes out any more.`)
}
