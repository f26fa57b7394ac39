import type { Db } from '#database/schema.ts'
import type { OwnLetter } from '#letters/letter-file.ts'
import { renderLetter } from '#letters/letter-mail.tsx'
import { countConfirmed, type LetterStatus } from '#letters/stored-letters.ts'
import { findingLines, isFailure, problemsIn } from '../finding.ts'
import { alreadySent } from '../letter-sentences.ts'
import { assertUncut } from '../mail-size.ts'
import {
  assertSendable,
  checkSending,
  fillForPreview,
  findEarlier,
  findLetter,
  hasSameTexts,
  sendLetter,
  type SendOptions,
} from '../send-letter.ts'
import { UserError } from '#user-error.ts'
import type { CommandContext, Flags } from './command-context.ts'
import { letterContextOf, printPreview } from './letters-preview.ts'
import { printStatus, watchLetter } from './letters-status.ts'
import { noteSuppressed } from './subscribers.ts'

export type SendArguments = SendOptions & Flags<'dryRun' | 'yes' | 'wait'>

export async function lettersSend(context: CommandContext, name: string, options: SendArguments) {
  assertSendable(name)
  const { terminal, clock } = context
  const letterContext = await letterContextOf(context)
  const own = await findLetter(letterContext, name)
  const letter = await renderLetter(own, letterContext)
  const { db } = letterContext
  const earlier = await findEarlier(db, name)
  if (earlier) return await printAlreadySent(context, db, own, earlier)
  assertUncut(fillForPreview(letterContext, letter))
  const audience = await countConfirmed(db)
  await printPreview(context, letter, audience, options.at)
  await noteSuppressed(context, db)
  const problems = problemsIn(await checkSending(letterContext, own, options))
  for (const finding of problems) {
    terminal.note(findingLines(finding, terminal.columns).join('\n'))
  }
  const canSend = !problems.some(isFailure)
  if (options.dryRun) {
    if (!canSend) throw new UserError('Dry run: `letters send` would refuse to send this.')
    return terminal.note('Dry run: nothing was sent.')
  }
  if (!canSend) throw new UserError('Nothing was sent.')
  await terminal.confirm(questionOf(audience, options), options.yes)
  const now = clock()
  const dueAt = options.at?.dueAt ?? now
  const { isStored, status, sentence } = await sendLetter(db, letter, { dueAt, now })
  if (!isStored) return await printAlreadySent(context, db, own, status)
  await terminal.print(sentence)
  if (options.wait && terminal.redraws && !options.at) await watchLetter(context, db, status)
}

function questionOf(audience: number, { at }: SendOptions): string {
  if (at) return `Schedule it? Confirmed so far: ${audience}.`
  return `Send it to ${audience} ${audience === 1 ? 'person' : 'people'}? You can't undo this.`
}

async function printAlreadySent(
  context: CommandContext,
  db: Db,
  own: OwnLetter,
  sent: LetterStatus,
) {
  const { terminal, clock } = context
  await terminal.print(alreadySent(sent, clock()))
  const { lettersDir } = context
  const settings = { publicUrl: sent.public_url, sender: '', db, lettersDir }
  const now = await renderLetter(own, settings)
  if (!hasSameTexts(now, sent)) {
    terminal.note('It has changed since then. To send the new text, save it under another name.')
  }
  await printStatus(context, db, sent)
}
