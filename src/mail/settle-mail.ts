import { countStep } from '#database/funnel.ts'
import type { Db, Trx } from '#database/schema.ts'
import { isToVisitor, stateAfter } from './delivery-policy.ts'
import { scopeOf, type Draft } from './mail-kinds.ts'
import { liftServerPauses, pauseForServer } from './mail-pause.ts'
import type { Attempt, Verdict } from './refusals.ts'
import { suppress } from './suppressions.ts'

/** Records the outcomes of mail that this server has claimed, in one transaction. */
export async function settleMail(db: Db, claimedBy: string, verdicts: Verdict[], now: Date) {
  const attempts = verdicts.flatMap(({ settled }) => settled)
  const pauses = verdicts.flatMap(({ pause }) => pause ?? [])
  await db.transaction().execute(async (trx) => {
    const changes = await recordStates(trx, claimedBy, attempts, now)
    for (const attempt of attempts) await suppressIfUnknown(trx, attempt, now)
    const sent = attempts.filter(({ outcome }) => outcome.kind === 'sent')
    if (sent.length > 0) {
      await liftServerPauses(trx, ['server', ...new Set(sent.map(({ mail }) => scopeOf(mail)))])
    }
    for (const { cause, reason } of pauses) {
      const words = attempts.reduce((text, { draft }) => withoutNames(text, draft), reason)
      await pauseForServer(trx, cause, words, now)
    }
    await countConfirmations(trx, changes, now)
  })
}

/** One update for all mails with the same outcome. */
async function recordStates(trx: Trx, claimedBy: string, attempts: Attempt[], now: Date) {
  const changes = attempts.map((attempt) => {
    const { mail, outcome, draft } = attempt
    const known = 'reason' in outcome ? { reason: withoutNames(outcome.reason, draft) } : {}
    return { ...attempt, change: stateAfter(mail, { ...outcome, ...known }, now) }
  })
  for (const group of Map.groupBy(changes, ({ change }) => JSON.stringify(change)).values()) {
    await trx
      .updateTable('outbox')
      .set(group[0]!.change)
      .where(
        'id',
        'in',
        group.map(({ mail }) => mail.id),
      )
      .where('claimed_by', '=', claimedBy)
      // 'in_doubt': another server has taken over the lease meanwhile.
      .where('status', 'in', ['sending', 'in_doubt'])
      .execute()
  }
  return changes
}

type Change = Attempt & { change: ReturnType<typeof stateAfter> }

async function countConfirmations(trx: Trx, changes: Change[], now: Date) {
  const keysOf = (status: Change['change']['status']) =>
    changes
      .filter(({ mail, change }) => mail.kind === 'confirm-signup' && change.status === status)
      .map(({ draft }) => draft.emailKey)
  await countStep(trx, 'accepted', keysOf('sent'), now)
  await countStep(trx, 'refused', keysOf('failed'), now)
}

async function suppressIfUnknown(trx: Trx, { mail, outcome, draft }: Attempt, now: Date) {
  if (outcome.kind !== 'rejected-recipient' || !isToVisitor(mail.kind)) return
  if (!isAboutAddress(outcome.reason) || !(await isAddressStored(trx, draft.emailKey))) return
  const reason = withoutNames(outcome.reason, draft)
  await suppress(trx, [draft.emailKey], { cause: 'bounce', reason }, now)
}

/** No such mailbox or domain (RFC 3463; 5.1.7 and 5.1.8 are about the sender). Anything else may be about us. */
function isAboutAddress(reason: string): boolean {
  return /\b5\d\d[ -]#?5\.1\.(?:[1236]|10)\b/.test(reason)
}

/** Locks the rows that it finds, so that a concurrent erasure waits and then deletes what is stored here. */
async function isAddressStored(trx: Trx, emailKey: string): Promise<boolean> {
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

/** Servers repeat addresses and names in their errors. The outbox outlives an erasure, so it stores neither. */
function withoutNames(reason: string, { emailKey, names = [] }: Draft): string {
  // The longest first: a name may be the start of the address.
  const longestFirst = [emailKey, ...names.filter(Boolean)].toSorted((a, b) => b.length - a.length)
  const pattern = longestFirst.map((words) => RegExp.escape(words)).join('|')
  const whole = new RegExp(`(?<!\\p{L})(?:${pattern})(?!\\p{L})`, 'giu')
  return reason.replace(whole, '…').slice(0, 500)
}
