import type { Db, Trx } from '#database/schema.ts'
import { mailMinds, scopeOf, type Draft } from './mail-kinds.ts'
import { liftServerPauses, pauseForServer } from './mail-pause.ts'
import { moveMail, type Move } from './move-mail.ts'
import type { Attempt, Verdict } from './refusals.ts'
import { mostAttempts, retryPauseMs } from './retry-pause.ts'
import { suppress } from './suppressions.ts'

/** Writes down what became of the mail that this courier claimed, in one transaction. */
export async function settleMail(db: Db, courierId: string, verdicts: Verdict[], now: Date) {
  const attempts = verdicts.flatMap(({ settled }) => settled)
  const pauses = verdicts.flatMap(({ pause }) => pause ?? [])
  await db.transaction().execute(async (trx) => {
    const moves = movesOf(attempts, courierId, now)
    // What another courier took for abandoned is in doubt: its own knows better.
    const known = moves
      .filter(({ to }) => to !== 'in_doubt')
      .map((move) => ({ ...move, from: 'in_doubt' as const }))
    const settled = new Set((await moveMail(trx, [...moves, ...known])).flat())
    for (const { mail, outcome, draft } of attempts) {
      // A mail that is gone was erased, and its address must not come back.
      if (outcome.kind !== 'rejected-recipient' || !settled.has(mail.id)) continue
      if (!mailMinds[mail.kind].suppressions || !isAboutAddress(outcome.reason)) continue
      const stillHeld = await isStillKnown(trx, draft.emailKey)
      if (stillHeld) await suppress(trx, [draft.emailKey], withoutNames(outcome.reason, draft), now)
    }
    const sent = attempts.filter(({ outcome }) => outcome.kind === 'sent')
    if (sent.length > 0) {
      const scopes = new Set(sent.map(({ mail }) => scopeOf(mail)))
      await liftServerPauses(trx, ['server', ...scopes])
    }
    for (const { cause, reason } of pauses) {
      const words = attempts.reduce((text, { draft }) => withoutNames(text, draft), reason)
      await pauseForServer(trx, cause, words, now)
    }
  })
}

function movesOf(attempts: Attempt[], courierId: string, now: Date): Move[] {
  const from = 'sending' as const
  const claimedBy = courierId
  const at = now.toISOString()
  const sent = attempts.filter(({ outcome }) => outcome.kind === 'sent')
  const notBegun = attempts.filter(({ outcome }) => outcome.kind === 'not-begun')
  const idsOf = (some: Attempt[]) => some.map(({ mail }) => mail.id)
  const change = { due_at: at, last_error: null }
  return [
    { ids: idsOf(sent), from, claimedBy, to: 'sent', change, wasTried: true },
    { ids: idsOf(notBegun), from, claimedBy, to: 'queued', change: { due_at: at } },
    ...attempts.flatMap(({ mail, outcome, draft }): Move[] => {
      if (!('reason' in outcome)) return []
      const tries = mail.attempts + 1
      const failing = { last_error: withoutNames(outcome.reason, draft) }
      const move = { ids: [mail.id], from, claimedBy, wasTried: true }
      if (outcome.kind === 'in-doubt' && mail.letter !== null) {
        return [{ ...move, to: 'in_doubt', change: { ...failing, due_at: at } }]
      }
      const isFinal = outcome.kind.startsWith('rejected')
      const mayHaveArrived = outcome.kind === 'in-doubt' && mailMinds[mail.kind].suppressions
      const most = mayHaveArrived ? doubtfulAttempts : mostAttempts
      if (isFinal || tries >= (outcome.kind === 'unsure' ? unsureAttempts : most)) {
        return [{ ...move, to: 'failed', change: { ...failing, due_at: at } }]
      }
      const dueAt = new Date(now.getTime() + retryPauseMs(tries)).toISOString()
      return [{ ...move, to: 'queued', change: { ...failing, due_at: dueAt } }]
    }),
  ]
}

/** How often somebody is tried whom a server refuses for good, while nobody else shows that it is well. */
const unsureAttempts = 4
/** How often a visitor is sent what may have arrived each time. */
const doubtfulAttempts = 3

/** No such mailbox, no such domain (RFC 3463; 5.1.7 and 5.1.8 are the sender's). Everything else may be about us. */
function isAboutAddress(reason: string): boolean {
  return /\b5\d\d[ -]#?5\.1\.(?:[1236]|10)\b/.test(reason)
}

/** Takes the rows it finds, so that an erasure of this moment comes before or after, and leaves nothing. */
async function isStillKnown(trx: Trx, emailKey: string): Promise<boolean> {
  for (const table of ['subscribers', 'messages', 'data_links'] as const) {
    const { numUpdatedRows } = await trx
      .updateTable(table)
      .set({ email_key: emailKey })
      .where('email_key', '=', emailKey)
      .executeTakeFirstOrThrow()
    if (numUpdatedRows > 0n) return true
  }
  return false
}

/** Servers like to repeat an address, or who wrote; the outbox outlives an erasure, so it must hold neither. */
function withoutNames(reason: string, { emailKey, names = [] }: Draft): string {
  const pattern = [emailKey, ...names].map((words) => RegExp.escape(words)).join('|')
  const whole = new RegExp(`(?<!\\p{L})(?:${pattern})(?!\\p{L})`, 'giu')
  return reason.replace(whole, '…').slice(0, 500)
}
