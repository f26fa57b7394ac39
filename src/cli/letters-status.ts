import { mailStatuses, type Db, type LetterTable } from '#database/schema.ts'
import { progressOf } from '#letters/letter-status.ts'
import { readLetterRow } from '#letters/start-letter.ts'
import { isInForce, readPauses } from '#mail/mail-pause.ts'
import type { CommandContext } from './command-context.ts'
import { UserError } from '#user-error.ts'
import { printable } from './printable.ts'
import { zonedInstant } from './short-instant.ts'

export async function lettersStatus(context: CommandContext, name: string, json = false) {
  const { terminal } = context
  const { db } = await context.database()
  const letter = await mustBeSent(db, name)
  const state = progressOf(letter, context.clock())
  if (json) {
    const { preview: _, body: __, started_at: startedAt, due_at: dueAt, ...rest } = letter
    const status = { ...rest, state, startedAt, dueAt }
    return await terminal.printJson(status)
  }
  const lines = [
    terminal.paint('bold', letter.subject),
    `Started ${zonedInstant(letter.started_at)}, ${state}${state === 'scheduled' ? ` for ${zonedInstant(letter.due_at)}` : ''}`,
    '',
    ...countLines(letter),
  ]
  await terminal.print(...lines)
  await adviseOn(context, db, letter)
}

/** The states, and that they sum to the audience. */
export function countLines(counts: LetterTable): string[] {
  const width = String(counts.audience).length
  return [...mailStatuses, 'audience' as const].map(
    (state) => `${state.padEnd(9)} ${String(counts[state]).padStart(width)}`,
  )
}

/** What the owner can do about what did not go as it should. */
export async function adviseOn(
  context: CommandContext,
  db: Db,
  { name, state, queued, sending, failed, in_doubt }: LetterTable,
) {
  const { terminal } = context
  if (state === 'preparing') {
    terminal.note(
      `It is not whole yet. If \`letters send ${name}\` was cut off, run it again: it goes on.`,
    )
  }
  if (queued + sending > 0) await sayPauses(context, db, name)
  const isStopped = state === 'stopped'
  if (failed > 0) {
    const again = isStopped ? '' : `, \`mail retry --letter ${name}\` tries again`
    terminal.note(`\`mail list --letter ${name} --status failed\` tells why${again}.`)
  }
  if (in_doubt > 0) {
    const resend = isStopped ? '' : ' or `--resend`'
    terminal.note(`Decide about those in doubt: \`letters resolve ${name} --accept\`${resend}.`)
  }
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
