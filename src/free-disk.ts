import { existsSync, statfsSync } from 'node:fs'
import { dirname, resolve } from 'node:path'

const gigabyte = 1024 ** 3

/** Free space on the disk of a folder, which need not exist yet. */
export function freeGigabytes(dir: string): number {
  const { bavail, bsize } = statfsSync(nearestExisting(resolve(dir)))
  return (bavail * bsize) / gigabyte
}

function nearestExisting(dir: string): string {
  return existsSync(dir) ? dir : nearestExisting(dirname(dir))
}
