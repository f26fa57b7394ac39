import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { failure, ok, type Finding } from './finding.ts'

/** What visitors wrote, and the key that signs their links, are for the owner's eyes only. */
export function checkPrivacy(dataDir: string, databaseFile: string | undefined): Finding {
  const subject = 'Data folder'
  const files = [join(dataDir, 'secret'), ...(databaseFile === undefined ? [] : [databaseFile])]
  const open = files.filter((file) => existsSync(file) && isOpenToAll(file))
  if (open.length === 0) return ok(subject, 'closed to other users')
  const message = `every user of this machine can read ${open.join(' and ')}`
  return failure(subject, message, `Close the folder: chmod 700 ${dataDir}`)
}

function isOpenToAll(file: string): boolean {
  const allows = (path: string, right: number) => (statSync(path).mode & right) !== 0
  return allows(file, 0o004) && allows(join(file, '..'), 0o001)
}
