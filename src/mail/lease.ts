import { padToPowerOfTwo } from '#database/pad-to-power-of-two.ts'
import { notByIndex } from '#database/not-by-index.ts'
import type { WorkTools } from './courier-options.ts'

/** How long a mail is its taker's. The courier renews it; a dead process does not. */
export const leaseMs = 30_000

/**
 * What a courier has claimed stays its own for as long as it says so in time.
 * @param heldIds what it has claimed
 */
export function createLease(
  { database: { db }, clock, log }: WorkTools,
  courierId: string,
  heldIds: () => string[],
) {
  let renewedAt = performance.now()

  async function renew() {
    const askedAt = performance.now()
    const ids = heldIds()
    if (ids.length > 0) {
      await db
        .updateTable('outbox')
        .set({ due_at: new Date(clock().getTime() + leaseMs).toISOString() })
        .where('id', 'in', padToPowerOfTwo(ids))
        .where(notByIndex('status'), '=', 'sending')
        .where('claimed_by', '=', courierId)
        .execute()
    }
    renewedAt = askedAt
  }

  const renewing = setInterval(() => {
    renew().catch((error: unknown) => log.error({ err: error }, 'mail claim not renewed'))
  }, leaseMs / 3)

  return {
    /** Else another courier may take ours for abandoned: then nothing may be handed over. */
    isInForce: () => performance.now() - renewedAt < leaseMs / 2,
    renew,
    end: () => clearInterval(renewing),
  }
}
