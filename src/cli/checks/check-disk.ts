import { existsSync, statfsSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { failure, ok, warning, type Finding } from './finding.ts'

const gigabyte = 1024 ** 3

export function checkDisk(dir: string): Finding {
  const { bavail, bsize } = statfsSync(nearestThere(resolve(dir)))
  const free = bavail * bsize
  const message = `${(free / gigabyte).toFixed(1)} GB free for ${dir}`
  const advice = 'Make room: without it no submission can be kept.'
  if (free < 0.1 * gigabyte) return failure('Disk', message, advice)
  if (free < gigabyte) return warning('Disk', message, advice)
  return ok('Disk', message)
}

function nearestThere(dir: string): string {
  return existsSync(dir) ? dir : nearestThere(dirname(dir))
}
