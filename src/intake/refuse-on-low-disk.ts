import type { NewSubmission, StoreOutcome } from './submissions.ts'

type Store = (submission: NewSubmission) => Promise<StoreOutcome>

/** Accepts no new submission while the disk is nearly full. A repeated one is stored already, and keeps its answer. */
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
