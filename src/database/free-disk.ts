import { existsSync, statfsSync } from 'node:fs'
import { dirname, resolve } from 'node:path'

const gigabyte = 1024 ** 3

/** With less, a site on SQLite accepts no submissions: the rest is kept for queued mail and repairs. */
export const minFreeGigabytes = 1

const readEveryMs = 5000

/** @returns a function that tells whether too little is free; reads the disk at most every few seconds */
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
