import { existsSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { freeGigabytes } from '#free-disk.ts'
import { failure, ok, warning, type Finding } from './finding.ts'

/** What visitors wrote, and the key that signs their links, are for the owner's eyes only. */
export function checkPermissions(dataDir: string, databaseFile: string | undefined): Finding {
  const subject = 'Data folder'
  const files = [join(dataDir, 'secret'), ...(databaseFile === undefined ? [] : [databaseFile])]
  const open = files.filter((file) => existsSync(file) && isOpenToAll(file))
  if (open.length === 0) return ok(subject, 'closed to other users')
  const message = `every user of this machine can read ${open.join(' and ')}`
  return failure(
    subject,
    message,
    `Close the folder: chmod 700 ${[...new Set(open.map(dirname))].join(' ')}`,
  )
}

function isOpenToAll(file: string): boolean {
  const allows = (path: string, right: number) => (statSync(path).mode & right) !== 0
  return allows(file, 0o004) && allows(join(file, '..'), 0o001)
}

export function checkDisk(dir: string): Finding {
  const free = freeGigabytes(dir)
  const message = `${free.toFixed(1)} GB free for ${dir}`
  const advice = 'Make room: without it no submission can be kept.'
  if (free < 0.1) return failure('Disk', message, advice)
  if (free < 1) return warning('Disk', message, advice)
  return ok('Disk', message)
}
