import type { Db, SubmissionTable } from '#database/schema.ts'

export type NewSubmission = Pick<
  SubmissionTable,
  'id' | 'kind' | 'email_key' | 'payload' | 'key_hash' | 'body_hash' | 'received_at'
>

/** 'repeated': the same key and body were stored before. */
export type StoreOutcome = 'stored' | 'repeated' | 'key-reused' | 'unavailable'

/**
 * Stores submissions with one insert, and resolves only after its commit: 'stored' means on disk. If one of them
 * makes the insert fail, each is stored by itself.
 */
export async function storeSubmissions(
  db: Db,
  submissions: NewSubmission[],
  onError: (error: unknown) => void,
): Promise<StoreOutcome[]> {
  try {
    const rows = submissions.map((one) => ({ ...one, attempts: 0, due_at: one.received_at }))
    const inserted = await db
      .insertInto('submissions')
      .values(rows)
      .onConflict((conflict) => conflict.column('key_hash').doNothing())
      .returning('id')
      .execute()
    const stored = new Set(inserted.map(({ id }) => id))
    const repeats = submissions.filter(({ id }) => !stored.has(id))
    const bodies = await storedBodies(
      db,
      repeats.map(({ key_hash }) => key_hash!),
    )
    return submissions.map(({ id, key_hash, body_hash }) => {
      if (stored.has(id)) return 'stored'
      return bodies.get(key_hash!) === body_hash ? 'repeated' : 'key-reused'
    })
  } catch (error) {
    if (submissions.length === 1 || !isAboutOneRow(error)) {
      onError(error)
      return submissions.map(() => 'unavailable')
    }
    const outcomes: StoreOutcome[] = []
    for (const one of submissions) outcomes.push(...(await storeSubmissions(db, [one], onError)))
    return outcomes
  }
}

/** Hashes of the bodies that came with these keys, by key. */
export async function storedBodies(db: Db, keyHashes: string[]): Promise<Map<string, string>> {
  if (keyHashes.length === 0) return new Map()
  const rows = await db
    .selectFrom('submissions')
    .select(['key_hash', 'body_hash'])
    .where('key_hash', 'in', keyHashes)
    .execute()
  return new Map(rows.map(({ key_hash, body_hash }) => [key_hash!, body_hash!]))
}

/** Bad data or a violated constraint: an error of one row, not of the whole database. */
function isAboutOneRow(error: unknown): boolean {
  const { code } = error as { code?: unknown }
  return /^(?:SQLITE_CONSTRAINT|2[23]|40)/.test(String(code))
}

const probe = { id: 'health-check', kind: 'probe' as const, payload: 'x'.repeat(16 * 1024) }

/** Writes as much as the largest submission would: throws if nothing can be stored. */
export async function probeWrite(db: Db, now: Date) {
  const at = now.toISOString()
  const row = { ...probe, attempts: 0, due_at: at, processed_at: at, received_at: at }
  await db
    .insertInto('submissions')
    .values(row)
    .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
    .execute()
}

type Store = (submission: NewSubmission) => Promise<StoreOutcome>

/** Rejects new submissions while the disk is nearly full. A repeated one is already stored and gets its response again. */
export function refuseOnLowDisk(
  store: Store,
  isDiskLow: () => boolean,
  isStored: (keyHash: string, bodyHash: string) => Promise<boolean>,
): Store {
  return async (submission) => {
    if (!isDiskLow()) return await store(submission)
    const { key_hash, body_hash } = submission
    const isRepeat = key_hash !== null && (await isStored(key_hash, body_hash!))
    return isRepeat ? 'repeated' : 'unavailable'
  }
}
