import { freeGigabytes } from '#free-disk.ts'
import { failure, ok, warning, type Finding } from './finding.ts'

export function checkDisk(dir: string): Finding {
  const free = freeGigabytes(dir)
  const message = `${free.toFixed(1)} GB free for ${dir}`
  const advice = 'Make room: without it no submission can be kept.'
  if (free < 0.1) return failure('Disk', message, advice)
  if (free < 1) return warning('Disk', message, advice)
  return ok('Disk', message)
}
