import { existsSync, statfsSync } from 'node:fs'
import { dirname, resolve } from 'node:path'

const gigabyte = 1024 ** 3

/** With less, SQLite accepts no submission: the rest of the disk is for mail that waits, backups and repairs. */
export const minFreeGigabytes = 1

const readEveryMs = 5000

/** @returns whether too little is free, by a reading that is at most a few seconds old */
export function createDiskCheck(
  dir: string,
  readGigabytes = freeGigabytes,
  elapsedMs = () => performance.now(),
): () => boolean {
  let readAt = -Infinity
  let isLow = false
  return () => {
    if (elapsedMs() - readAt >= readEveryMs) {
      readAt = elapsedMs()
      isLow = readGigabytes(dir) < minFreeGigabytes
    }
    return isLow
  }
}

/** Free space on the disk of a folder, which need not exist yet. */
export function freeGigabytes(dir: string): number {
  const { bavail, bsize } = statfsSync(nearestExisting(resolve(dir)))
  return (bavail * bsize) / gigabyte
}

function nearestExisting(dir: string): string {
  return existsSync(dir) ? dir : nearestExisting(dirname(dir))
}
