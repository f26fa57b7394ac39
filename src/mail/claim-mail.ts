import type { Database } from '#database/connect.ts'
import type { Db, OutboxTable, Trx } from '#database/schema.ts'
import { findDue, type DueFilter } from './due-mail.ts'
import type { Draft, MailWriters } from './mail-kinds.ts'
import { isInForce, readPauses } from './mail-pause.ts'
import { moveMail } from './move-mail.ts'
import { reserveSends } from './reserve-sends.ts'
import { findWanted } from './wanted-mail.ts'

/** How long a mail is its taker's. The courier renews it; a dead process does not. */
export const leaseMs = 30_000

export interface ClaimedMail {
  mail: OutboxTable
  draft: Draft
  /** When its turn comes, by performance.now(). */
  startAt: number
}

export type Claim = Pick<DueFilter, 'most' | 'isUrgent' | 'isPutOffFirst'>

interface ClaimOptions extends Claim {
  courierId: string
  writers: MailWriters
  perSecond: number
  /** The ids of what this courier has in hand. */
  held?: Set<string>
}

/**
 * Takes mail that is due, so that no other courier takes it too. Whoever unsubscribed, objected or
 * turned out to have no mailbox by now gets nothing: it is looked at in this very transaction.
 * @returns undefined when nothing is due; an empty list when nothing of it was wanted any more
 */
export async function claimMail(
  { db, kind: dialect }: Database,
  claiming: ClaimOptions,
  now: Date,
): Promise<ClaimedMail[] | undefined> {
  const { courierId, writers, perSecond, held } = claiming
  return await db.transaction().execute(async (trx) => {
    const pauses = (await readPauses(trx)).filter((pause) => isInForce(pause, now))
    if (pauses.some(({ holdsAll }) => holdsAll)) return undefined
    await releaseAbandoned(trx, dialect, claiming, now)
    const paused = pauses.map(({ cause }) => cause)
    const due = await findDue(trx, dialect, { ...claiming, status: 'queued', paused }, now)
    if (due.length === 0) return undefined
    const { wanted, unwanted } = await findWanted(trx, dialect, writers, due)
    const at = now.toISOString()
    await moveMail(trx, [
      ...unwanted.map(({ mail, reason }) => ({
        ids: [mail.id],
        from: 'queued' as const,
        to: 'skipped' as const,
        change: { due_at: at, last_error: reason },
      })),
      {
        ids: wanted.map(({ mail }) => mail.id),
        from: 'queued',
        to: 'sending',
        change: { claimed_by: courierId, due_at: leaseEnd(now) },
      },
    ])
    const waits = await reserveSends(trx, wanted.length, perSecond, now)
    const startAt = performance.now()
    return (
      wanted
        .map((claimed, index) => ({ ...claimed, startAt: startAt + waits[index]! }))
        // What is in hand already another took for abandoned, and gave back.
        .filter(({ mail }) => !held?.has(mail.id))
    )
  })
}

/** @param ids what this courier holds */
export async function renewClaims(db: Db, claimedBy: string, ids: string[], now: Date) {
  if (ids.length === 0) return
  const change = { due_at: leaseEnd(now) }
  const renewal = { ids, from: 'sending', to: 'sending', claimedBy, change } as const
  await db.transaction().execute((trx) => moveMail(trx, [renewal]))
}

function leaseEnd(now: Date): string {
  return new Date(now.getTime() + leaseMs).toISOString()
}

/**
 * What a courier held that did not renew its claim may have been sent. A letter is then in doubt;
 * should its courier be alive after all, its word counts. Other mail goes out again.
 */
async function releaseAbandoned(
  trx: Trx,
  dialect: Database['kind'],
  { courierId, held }: ClaimOptions,
  now: Date,
) {
  const ended = await findDue(trx, dialect, { most: 500, status: 'sending' }, now)
  const { again = [], in_doubt = [] } = Object.groupBy(ended, ({ id, letter, claimed_by }) => {
    if (claimed_by !== courierId) return letter === null ? 'again' : 'in_doubt'
    // What we hold is not abandoned, whatever the clock says; of what we do not, the answer to our claim was lost.
    return held?.has(id) ? 'held' : 'again'
  })
  const idsOf = (mails: OutboxTable[]) => mails.map(({ id }) => id)
  const at = now.toISOString()
  await moveMail(trx, [
    { ids: idsOf(again), from: 'sending', to: 'queued', change: { due_at: at } },
    {
      ids: idsOf(in_doubt),
      from: 'sending',
      to: 'in_doubt',
      change: { due_at: at, last_error: 'the sending process ended before it could say more' },
    },
  ])
}
