import type { Lease } from '#database/lease.ts'
import { mailKinds, type Db, type MailKind, type OutboxTable, type Trx } from '#database/schema.ts'
import { ignoresSuppression } from './delivery-policy.ts'
import { findDrafts, type Draft, type MailWriters } from './mail-kinds.ts'
import { liftServerPauses, readPauses } from './mail-pause.ts'
import { suppressionsOf } from './suppressions.ts'
import { queueFloodNotice, unconfirmedKinds, type Budget } from './unconfirmed-budget.ts'

export interface ClaimedMail {
  mail: OutboxTable
  draft: Draft
}

interface Claim {
  max: number
  /** 0 while letters occupy all connections that they may use. */
  maxLetters: number
  lettersFirst: boolean
  /** Every other claim takes a letter's retries before its new mail: otherwise greylisted mail would wait for the end. */
  latestFirst: boolean
  unconfirmed: Budget
}

/**
 * Marks due mail as `sending` and returns it. In the same transaction it checks the lease, and skips recipients who
 * have unsubscribed or been suppressed meanwhile.
 * @returns undefined if nothing is due; an empty list if all of it was skipped
 */
export async function claimMail(
  db: Db,
  { lease, writers }: { lease: Lease; writers: MailWriters },
  claim: Claim,
  now: Date,
): Promise<ClaimedMail[] | undefined> {
  // Check without a transaction first: an idle server must not write at every poll.
  if (!(await isAnythingDue(db, now))) return undefined
  return await db.transaction().execute(async (trx) => {
    await lease.check(trx)
    if (claim.unconfirmed.left === 0) await notifyOfFlood(trx, now)
    const due = await findDue(trx, claim, now)
    if (due.length === 0) return undefined
    const { wanted, unwanted } = await checkWanted(trx, writers, due)
    const at = now.toISOString()
    for (const { mail, reason } of unwanted) {
      const skipped = { status: 'skipped' as const, due_at: at, last_error: reason }
      await trx.updateTable('outbox').set(skipped).where('id', '=', mail.id).execute()
    }
    if (wanted.length > 0) {
      await trx
        .updateTable('outbox')
        .set({ status: 'sending', claimed_by: lease.holder })
        .where(
          'id',
          'in',
          wanted.map(({ mail }) => mail.id),
        )
        .execute()
    }
    return wanted
  })
}

/**
 * When a server takes the lease: the previous holder may have sent what it had claimed. A letter is then in doubt,
 * unless that server is alive after all and records the outcome itself. Other mail goes out again. The server's
 * pause is lifted, because the owner may have corrected a password and restarted.
 */
export async function takeOverMail(trx: Trx, now: Date) {
  const at = now.toISOString()
  const abandoned = trx.updateTable('outbox').where('status', '=', 'sending')
  const last_error = 'the sending process ended before the outcome was known'
  await abandoned.set({ status: 'queued', due_at: at }).where('letter', 'is', null).execute()
  await abandoned.set({ status: 'in_doubt', due_at: at, last_error }).execute()
  await liftServerPauses(trx, ['server'])
}

/** Requeues mail that this server has claimed without knowing: the commit succeeded, but its response was lost. */
export async function releaseLostClaims(db: Db, holder: string, inFlightIds: string[]) {
  await db
    .updateTable('outbox')
    .set({ status: 'queued' })
    .where('status', '=', 'sending')
    .where('claimed_by', '=', holder)
    .$if(inFlightIds.length > 0, (update) => update.where('id', 'not in', inFlightIds))
    .execute()
}

/** Notifies the owner if mail exceeds the hourly limit for unconfirmed addresses. */
async function notifyOfFlood(trx: Trx, now: Date) {
  const waiting = await dueIn(trx, { kinds: unconfirmedKinds }, now).limit(1).executeTakeFirst()
  if (waiting) await queueFloodNotice(trx, now)
}

async function isAnythingDue(db: Db, now: Date): Promise<boolean> {
  for (const scope of await dueScopes(db, now)) {
    if (await dueIn(db, scope, now).limit(1).executeTakeFirst()) return true
  }
  return false
}

async function findDue(trx: Trx, claim: Claim, now: Date): Promise<OutboxTable[]> {
  const scopes = await dueScopes(trx, now)
  if (claim.lettersFirst) scopes.sort((a, b) => Number('letter' in b) - Number('letter' in a))
  const due: OutboxTable[] = []
  for (const scope of scopes) {
    const { max, order } = limitsOf(scope, claim, due)
    const limit = Math.min(claim.max - due.length, max)
    if (limit <= 0) continue
    due.push(...(await dueIn(trx, scope, now).orderBy('due_at', order).limit(limit).execute()))
  }
  return due
}

/** One letter, or all other mail of some kinds. */
type Scope = { letter: string } | { kinds: MailKind[] }

function limitsOf(scope: Scope, claim: Claim, due: OutboxTable[]) {
  const { maxLetters, latestFirst, unconfirmed } = claim
  if ('letter' in scope) return { max: maxLetters, order: latestFirst ? 'desc' : 'asc' } as const
  const isLimited = (kind: MailKind) => unconfirmedKinds.includes(kind)
  if (!scope.kinds.some(isLimited)) return { max: Infinity, order: 'asc' } as const
  const max = unconfirmed.left - due.filter(({ kind }) => isLimited(kind)).length
  return { max, order: unconfirmed.isNewestFirst ? 'desc' : 'asc' } as const
}

function dueIn(db: Db, scope: Scope, now: Date) {
  return db
    .selectFrom('outbox')
    .selectAll()
    .where('status', '=', 'queued')
    .$if('letter' in scope, (query) =>
      query.where('letter', '=', (scope as { letter: string }).letter),
    )
    .$if('kinds' in scope, (query) =>
      query.where('kind', 'in', (scope as { kinds: MailKind[] }).kinds),
    )
    .where('due_at', '<=', now.toISOString())
}

/**
 * In the order of claims: first the mail that visitors wait for. Messages are last, because anybody can send thousands
 * of them, and notices have no hourly limit.
 */
const visitorKinds: MailKind[] = ['confirm-signup', 'my-data-link']
const messageKinds: MailKind[] = ['message-receipt', 'message-notice']
const otherKinds = mailKinds.filter(
  (kind) => kind !== 'letter' && ![...visitorKinds, ...messageKinds].includes(kind),
)
const transactionalScopes: Scope[] = [
  { kinds: visitorKinds },
  { kinds: otherKinds },
  ...messageKinds.map((kind) => ({ kinds: [kind] })),
]

/** No mail while all is paused, otherwise all but the paused letters. */
async function dueScopes(db: Db, now: Date): Promise<Scope[]> {
  const pauses = (await readPauses(db)).filter((pause) => pause.isInForce(now))
  if (pauses.some(({ holdsAll }) => holdsAll)) return []
  const isPaused = (letter: string) => pauses.some(({ cause }) => cause === `letter ${letter}`)
  const letters = (await activeLetters(db, now)).filter((letter) => !isPaused(letter))
  return [...transactionalScopes, ...letters.map((letter) => ({ letter }))]
}

async function activeLetters(db: Db, now: Date): Promise<string[]> {
  const letters = await db
    .selectFrom('letters')
    .select('name')
    .where('state', '!=', 'preparing')
    .where('due_at', '<=', now.toISOString())
    .where((row) =>
      row.exists(
        row
          .selectFrom('outbox')
          .select('id')
          .whereRef('letter', '=', 'letters.name')
          .where('status', '=', 'queued'),
      ),
    )
    .orderBy('started_at')
    .execute()
  return letters.map(({ name }) => name)
}

async function checkWanted(trx: Trx, writers: MailWriters, mails: OutboxTable[]) {
  const drafts = await findDrafts(trx, writers, mails, true)
  const keys = [...drafts.values()].map(({ emailKey }) => emailKey)
  const suppressions = await suppressionsOf(trx, keys)
  const wanted: ClaimedMail[] = []
  const unwanted: { mail: OutboxTable; reason: string }[] = []
  for (const mail of mails) {
    const draft = drafts.get(mail.id)
    const causes = (draft && suppressions.get(draft.emailKey)) ?? []
    const suppression = causes.find(({ cause }) => !ignoresSuppression(mail.kind, cause))
    if (suppression) unwanted.push({ mail, reason: suppression.reason })
    else if (draft) wanted.push({ mail, draft })
    else unwanted.push({ mail, reason: 'source deleted, or the recipient is no longer eligible' })
  }
  return { wanted, unwanted }
}
