import type { NewSubmission, StoreOutcome } from './submissions.ts'

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
