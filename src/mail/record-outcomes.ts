import type { Db, Trx } from '#database/schema.ts'
import { countStep } from './funnel-steps.ts'
import { scopeOf, type Draft, type MailDeclaration, type MailKinds } from './mail-declaration.ts'
import { liftServerPauses, pauseForServer } from './mail-pause.ts'
import { isBounce, stateAfter, type Attempt } from './smtp-replies.ts'
import { suppress } from './suppressions.ts'

/** Records the outcomes of mail that this server has claimed, in one transaction. */
export async function recordOutcomes(
  db: Db,
  { claimedBy, kinds }: { claimedBy: string; kinds: MailKinds },
  outcomes: Attempt[],
  now: Date,
) {
  const attempts = outcomes.map((attempt) => ({ ...attempt, to: kinds[attempt.mail.kind].to }))
  await db.transaction().execute(async (trx) => {
    const changes = await recordStates(trx, claimedBy, attempts, now)
    for (const attempt of attempts) await suppressIfBounced(trx, attempt, now)
    const sent = attempts.filter(({ outcome }) => outcome.kind === 'sent')
    if (sent.length > 0) {
      await liftServerPauses(trx, ['server', ...new Set(sent.map(({ mail }) => scopeOf(mail)))])
    }
    for (const { pause, draft } of attempts) {
      if (pause) await pauseForServer(trx, pause.cause, withoutNames(pause.reason, draft), now)
    }
    await countConfirmations(trx, changes, now)
  })
}

type AddressedAttempt = Attempt & Pick<MailDeclaration, 'to'>

/**
 * One update for all mails with the same outcome.
 * @returns those that changed: another server may have taken over the others
 */
async function recordStates(trx: Trx, claimedBy: string, attempts: AddressedAttempt[], now: Date) {
  const changes = attempts.map((attempt) => {
    const { mail, to, outcome, draft } = attempt
    const anonymous = 'reason' in outcome ? { reason: withoutNames(outcome.reason, draft) } : {}
    return { ...attempt, change: stateAfter(mail, to, { ...outcome, ...anonymous }, now) }
  })
  const changed = new Set<string>()
  for (const group of Map.groupBy(changes, ({ change }) => JSON.stringify(change)).values()) {
    const rows = await trx
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
      .returning('id')
      .execute()
    for (const { id } of rows) changed.add(id)
  }
  return changes.filter(({ mail }) => changed.has(mail.id))
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

async function suppressIfBounced(trx: Trx, { to, outcome, draft }: AddressedAttempt, now: Date) {
  if (to === 'owner' || !isBounce(outcome)) return
  if (!(await isAddressStored(trx, draft.emailKey))) return
  const reason = withoutNames(outcome.reason, draft)
  await suppress(trx, [draft.emailKey], { cause: 'bounce', reason }, now)
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
  const pattern = longestFirst.map((name) => RegExp.escape(name)).join('|')
  const whole = new RegExp(`(?<!\\p{L})(?:${pattern})(?!\\p{L})`, 'giu')
  return reason.replace(whole, '…').slice(0, 500)
}
