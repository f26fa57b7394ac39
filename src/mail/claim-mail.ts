import { sql } from 'kysely'
import type { Lease } from '#database/lease.ts'
import type { Db, MailKind, OutboxTable, Trx } from '#database/schema.ts'
import { storedReasons } from '#stored-reasons.ts'
import {
  findDrafts,
  queues,
  unconfirmedKinds,
  type ClaimedMail,
  type MailKinds,
} from './mail-declaration.ts'
import { liftServerPauses, readPauses } from './mail-pause.ts'
import { findStopping, suppressionsOf } from './suppressions.ts'
import { queueFloodNotice, type HourlyLimit } from './hourly-limit.ts'

interface Claim {
  max: number
  /** 0 while letters occupy all connections that they may use. */
  maxLetters: number
  lettersFirst: boolean
  /** Every other claim takes a letter's retries before its new mail: otherwise greylisted mail would wait for the end. */
  latestFirst: boolean
  unconfirmed: HourlyLimit
}

/**
 * Marks due mail as `sending` and returns it. Finds it before the transaction, to keep that short. The transaction
 * checks the lease, and skips recipients who have unsubscribed or been suppressed meanwhile.
 * @returns undefined if nothing is due; an empty list if none of it may be sent
 */
export async function claimMail(
  db: Db,
  { lease, kinds }: { lease: Lease; kinds: MailKinds },
  claim: Claim,
  now: Date,
): Promise<ClaimedMail[] | undefined> {
  if (claim.unconfirmed.left === 0) await notifyOfFlood(db, kinds, now)
  const due = await findDue(db, kinds, claim, now)
  if (due.length === 0) return undefined
  return await db.transaction().execute(async (trx) => {
    await lease.check(trx)
    const { wanted, unwanted } = await checkWanted(trx, kinds, due, now)
    const at = now.toISOString()
    for (const { mail, reason } of unwanted) {
      const skipped = { status: 'skipped' as const, due_at: at, last_error: reason }
      await updateQueued(trx, [mail]).set(skipped).execute()
    }
    if (wanted.length === 0) return []
    const claimed = await updateQueued(
      trx,
      wanted.map(({ mail }) => mail),
    )
      .set((row) => ({
        status: 'sending',
        claimed_by: lease.holder,
        tried_at: row.fn.coalesce('tried_at', row.val(at)),
      }))
      .where(isNotHeld)
      .returning('id')
      .execute()
    const ids = new Set(claimed.map(({ id }) => id))
    return wanted.filter(({ mail }) => ids.has(mail.id))
  })
}

/** The owner may have stopped, retried or removed it since it was found. */
function updateQueued(trx: Trx, mails: OutboxTable[]) {
  const ids = mails.map(({ id }) => id)
  return trx.updateTable('outbox').where('id', 'in', ids).where('status', '=', 'queued')
}

// Part of the update that claims: PostgreSQL shows each statement of a transaction a later state, and a restore brings
// back mail together with its pause.
const isNotHeld = sql<boolean>`not exists (select 1 from mail_pauses where cause = 'owner')
  and not exists (select 1 from letters where name = outbox.letter and state = 'stopped')`

/**
 * When a server takes the lease: the previous holder may have sent what it had claimed. A letter is then in doubt,
 * unless that server is alive after all and records the outcome itself. Other mail goes out again. The server's
 * pause is lifted, because the owner may have corrected a password and restarted.
 */
export async function takeOverMail(trx: Trx, now: Date) {
  const at = now.toISOString()
  const abandoned = trx.updateTable('outbox').where('status', '=', 'sending')
  const last_error = storedReasons.processEnded
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
async function notifyOfFlood(db: Db, kinds: MailKinds, now: Date) {
  const scope = { kinds: unconfirmedKinds(kinds) }
  const waiting = await dueIn(db, scope, now).limit(1).executeTakeFirst()
  if (waiting) await queueFloodNotice(db, now)
}

async function findDue(db: Db, kinds: MailKinds, claim: Claim, now: Date): Promise<OutboxTable[]> {
  const scopes = await dueScopes(db, kinds, now)
  if (claim.lettersFirst) scopes.sort((a, b) => Number('letter' in b) - Number('letter' in a))
  const due: OutboxTable[] = []
  for (const scope of scopes) {
    const { max, order } = limitsOf(scope, kinds, claim, due)
    const limit = Math.min(claim.max - due.length, max)
    if (limit <= 0) continue
    due.push(...(await dueIn(db, scope, now).orderBy('due_at', order).limit(limit).execute()))
  }
  return due
}

/** One letter, or all other mail of some kinds. */
type Scope = { letter: string } | { kinds: MailKind[] }

function limitsOf(scope: Scope, kinds: MailKinds, claim: Claim, due: OutboxTable[]) {
  const { maxLetters, latestFirst, unconfirmed } = claim
  if ('letter' in scope) return { max: maxLetters, order: latestFirst ? 'desc' : 'asc' } as const
  const isLimited = (kind: MailKind) => kinds[kind].isUnconfirmed
  if (!scope.kinds.some(isLimited)) return { max: Infinity, order: 'asc' } as const
  const max = unconfirmed.left - due.filter(({ kind }) => isLimited(kind)).length
  return { max, order: unconfirmed.isNewestFirst ? 'desc' : 'asc' } as const
}

function dueIn(db: Db, scope: Scope, now: Date) {
  const due = db
    .selectFrom('outbox')
    .selectAll()
    .where('status', '=', 'queued')
    .where('due_at', '<=', now.toISOString())
  return 'letter' in scope
    ? due.where('letter', '=', scope.letter)
    : due.where('kind', 'in', scope.kinds)
}

function transactionalScopes(kinds: MailKinds): Scope[] {
  const byQueue = Map.groupBy(Object.values(kinds), ({ queue }) => queue)
  return queues.map((queue) => ({ kinds: byQueue.get(queue)!.map(({ name }) => name) }))
}

/** No mail while all is paused, otherwise all but the paused letters. */
async function dueScopes(db: Db, kinds: MailKinds, now: Date): Promise<Scope[]> {
  const pauses = (await readPauses(db)).filter((pause) => pause.isInForce(now))
  if (pauses.some(({ holdsAll }) => holdsAll)) return []
  const isPaused = (letter: string) => pauses.some(({ cause }) => cause === `letter ${letter}`)
  const letters = (await activeLetters(db, now)).filter((letter) => !isPaused(letter))
  return [...transactionalScopes(kinds), ...letters.map((letter) => ({ letter }))]
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

async function checkWanted(trx: Trx, kinds: MailKinds, mails: OutboxTable[], now: Date) {
  const drafts = await findDrafts(trx, kinds, mails, true)
  const keys = [...drafts.values()].map(({ emailKey }) => emailKey)
  const suppressions = await suppressionsOf(trx, keys)
  const wanted: ClaimedMail[] = []
  const unwanted: { mail: OutboxTable; reason: string }[] = []
  for (const mail of mails) {
    const draft = drafts.get(mail.id)
    const found = draft && suppressions.get(draft.emailKey)
    const suppression = findStopping(found, kinds[mail.kind], now)
    if (suppression) unwanted.push({ mail, reason: suppression.reason })
    else if (draft) wanted.push({ mail, draft })
    else unwanted.push({ mail, reason: storedReasons.unwanted })
  }
  return { wanted, unwanted }
}
