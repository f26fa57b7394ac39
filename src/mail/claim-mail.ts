import type { Lease } from '#database/lease.ts'
import type { Db, OutboxTable, Trx } from '#database/schema.ts'
import { ignoresSuppression } from './delivery-policy.ts'
import { findDrafts, type Draft, type MailWriters } from './mail-kinds.ts'
import { liftServerPauses, readPauses } from './mail-pause.ts'
import { suppressionsOf } from './suppressions.ts'

export interface ClaimedMail {
  mail: OutboxTable
  draft: Draft
}

export interface Claim {
  max: number
  /** 0 while letters occupy all connections that they may use. */
  maxLetters: number
  lettersFirst: boolean
  /** Of a letter, retried mail before new mail, by turns: otherwise a server that greylists would be asked again last. */
  latestFirst: boolean
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
  // Without a transaction first: an idle server must not write with every poll.
  if (!(await isAnythingDue(db, now))) return undefined
  return await db.transaction().execute(async (trx) => {
    await lease.check(trx)
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

/** If a claim was committed but its answer got lost: queues again what this server marked and does not hold. */
export async function releaseUnheld(db: Db, holder: string, heldIds: string[]) {
  await db
    .updateTable('outbox')
    .set({ status: 'queued' })
    .where('status', '=', 'sending')
    .where('claimed_by', '=', holder)
    .$if(heldIds.length > 0, (update) => update.where('id', 'not in', heldIds))
    .execute()
}

async function isAnythingDue(db: Db, now: Date): Promise<boolean> {
  for (const letter of await dueScopes(db, now)) {
    if (await dueIn(db, letter, now).limit(1).executeTakeFirst()) return true
  }
  return false
}

async function findDue(trx: Trx, claim: Claim, now: Date): Promise<OutboxTable[]> {
  const scopes = await dueScopes(trx, now)
  const due: OutboxTable[] = []
  for (const letter of claim.lettersFirst ? [...scopes.slice(1), ...scopes.slice(0, 1)] : scopes) {
    const isLetter = letter !== null
    const limit = Math.min(claim.max - due.length, isLetter ? claim.maxLetters : Infinity)
    if (limit <= 0) continue
    const order = isLetter && claim.latestFirst ? 'desc' : 'asc'
    due.push(...(await dueIn(trx, letter, now).orderBy('due_at', order).limit(limit).execute()))
  }
  return due
}

function dueIn(db: Db, letter: string | null, now: Date) {
  return db
    .selectFrom('outbox')
    .selectAll()
    .where('status', '=', 'queued')
    .where('letter', letter === null ? 'is' : '=', letter)
    .where('due_at', '<=', now.toISOString())
}

/** null for all mail but letters, then the letters that are not paused; nothing while all mail is paused. */
async function dueScopes(db: Db, now: Date): Promise<(string | null)[]> {
  const pauses = (await readPauses(db)).filter((pause) => pause.isInForce(now))
  if (pauses.some(({ holdsAll }) => holdsAll)) return []
  const isPaused = (letter: string) => pauses.some(({ cause }) => cause === `letter ${letter}`)
  return [null, ...(await lettersUnderWay(db, now)).filter((letter) => !isPaused(letter))]
}

async function lettersUnderWay(db: Db, now: Date): Promise<string[]> {
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
