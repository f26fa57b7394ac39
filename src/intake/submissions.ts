import { setImmediate as nextTick } from 'node:timers/promises'
import { countRows } from '#database/read-rows.ts'
import type { Db, SubmissionTable } from '#database/schema.ts'

export type NewSubmission = Pick<
  SubmissionTable,
  'id' | 'kind' | 'email_key' | 'payload' | 'key_hash' | 'body_hash' | 'received_at'
>

/** 'repeated': the same key and body were stored before. */
export type StoreOutcome = 'stored' | 'repeated' | 'key-reused' | 'unavailable'

interface SubmissionStoreOptions {
  /** To read what was stored before. */
  db: Db
  /** storeSubmissions, here or on the thread that writes. */
  insert: (batch: NewSubmission[]) => Promise<StoreOutcome[]>
  isDiskLow: () => boolean
}

/**
 * Stores submissions: many with one commit. While the disk is nearly full, it rejects new ones; a repeated one is
 * already stored and gets its response again.
 */
export function createSubmissionStore({ db, insert, isDiskLow }: SubmissionStoreOptions) {
  const commit = createGroupCommit(insert, 'unavailable')
  const isStored = async (keyHash: string, bodyHash: string) =>
    (await storedBodies(db, [keyHash])).get(keyHash) === bodyHash
  return {
    /** Whether a submission with this key and body was stored before. */
    isStored,
    /** Resolves once the submission is on disk, or says why it is not. */
    async store(submission: NewSubmission): Promise<StoreOutcome> {
      if (!isDiskLow()) return await commit(submission)
      const { key_hash, body_hash } = submission
      const isRepeat = key_hash !== null && (await isStored(key_hash, body_hash!))
      return isRepeat ? 'repeated' : 'unavailable'
    },
  }
}

/** Small, because the responses of a batch are sent together, and a page requested meanwhile waits for all of them. */
const maxBatchSize = 12
/** Beyond this, requests are rejected at once: an overload must not fill the memory or cause long waits. */
const maxWaiting = 2048

/**
 * Items that arrive while a batch is being written form the next batch: one commit, and one wait for the disk, for
 * all of them.
 */
function createGroupCommit<Item, Result>(
  store: (batch: Item[]) => Promise<Result[]>,
  whenFull: Result,
): (item: Item) => Promise<Result> {
  let waiting: { item: Item; resolve: (result: Promise<Result>) => void }[] = []
  let isWriting = false

  async function writeAll() {
    isWriting = true
    // Wait one tick, so that requests from this tick join the batch.
    await nextTick()
    while (waiting.length > 0) {
      const batch = waiting.slice(0, maxBatchSize)
      waiting = waiting.slice(maxBatchSize)
      const storing = store(batch.map(({ item }) => item))
      for (const [index, { resolve }] of batch.entries()) {
        resolve(storing.then((results) => results[index]!))
      }
      await storing.catch(() => {})
    }
    isWriting = false
  }

  return (item) => {
    if (waiting.length >= maxWaiting) return Promise.resolve(whenFull)
    return new Promise((resolve) => {
      waiting.push({ item, resolve })
      if (!isWriting) void writeAll()
    })
  }
}

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
async function storedBodies(db: Db, keyHashes: string[]): Promise<Map<string, string>> {
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

/** Submissions that failed to be processed and wait for a retry. */
export async function countStuckSubmissions(db: Db): Promise<number> {
  // By an index of their own: thousands of others may wait.
  return await countRows(db.selectFrom('submissions').where('last_error', 'is not', null))
}

export const stuckSentence = (count: number): string =>
  `${count} ${count === 1 ? 'submission' : 'submissions'} could not be processed`
