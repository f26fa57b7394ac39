import { existsSync, statfsSync } from 'node:fs'
import { dirname, resolve } from 'node:path'

const gigabyte = 1024 ** 3

/** On the disk of a folder, which need not be there yet. */
export function freeGigabytes(dir: string): number {
  const { bavail, bsize } = statfsSync(nearestThere(resolve(dir)))
  return (bavail * bsize) / gigabyte
}

function nearestThere(dir: string): string {
  return existsSync(dir) ? dir : nearestThere(dirname(dir))
}
