import type { Db, OutboxTable, Trx } from '#database/schema.ts'
import { isToOwner, scopeOf, type Draft } from './mail-kinds.ts'
import { liftServerPauses, pauseForServer } from './mail-pause.ts'
import { moveMail, type Move } from './move-mail.ts'
import type { Attempt, Verdict } from './refusals.ts'
import { mostAttempts, retryPauseMs } from './retry-pause.ts'
import type { SendOutcome } from './send-outcome.ts'
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
    await moveMail(trx, [...moves, ...known])
    for (const { mail, outcome, draft } of attempts) {
      if (outcome.kind !== 'rejected-recipient') continue
      if (isToOwner(mail.kind) || !isAboutAddress(outcome.reason)) continue
      // The address of whoever was erased must not come back.
      const stillHeld = await isStillKnown(trx, draft.emailKey)
      const reason = withoutNames(outcome.reason, draft)
      if (stillHeld) await suppress(trx, [draft.emailKey], { cause: 'bounce', reason }, now)
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

/** One for all that ended alike. */
function movesOf(attempts: Attempt[], claimedBy: string, now: Date): Move[] {
  const results = attempts.map((attempt) => ({ id: attempt.mail.id, ...resultOf(attempt, now) }))
  const alike = Map.groupBy(results, ({ to, change }) => JSON.stringify([to, change]))
  return Array.from(alike.values(), (some) => {
    const { to, change } = some[0]!
    return { ids: some.map(({ id }) => id), from: 'sending', claimedBy, to, change }
  })
}

function resultOf({ mail, outcome, draft }: Attempt, now: Date): Pick<Move, 'to' | 'change'> {
  const due_at = now.toISOString()
  if (outcome.kind === 'not-begun') return { to: 'queued', change: { due_at } }
  const attempts = mail.attempts + 1
  if (outcome.kind === 'sent') return { to: 'sent', change: { attempts, due_at, last_error: null } }
  const change = { attempts, due_at, last_error: withoutNames(outcome.reason, draft) }
  if (outcome.kind === 'in-doubt' && mail.letter !== null) return { to: 'in_doubt', change }
  if (attempts >= mostAttemptsOf(mail, outcome.kind)) return { to: 'failed', change }
  const retryAt = new Date(now.getTime() + retryPauseMs(attempts)).toISOString()
  return { to: 'queued', change: { ...change, due_at: retryAt } }
}

function mostAttemptsOf({ kind }: OutboxTable, outcome: SendOutcome['kind']): number {
  if (outcome.startsWith('rejected')) return 1
  if (outcome === 'unsure') return unsureAttempts
  return outcome === 'in-doubt' && !isToOwner(kind) ? doubtfulAttempts : mostAttempts
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
