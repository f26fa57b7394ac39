import { readdirSync, rmSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { backupMadeAt, isMadeWith } from './backup-label.ts'
import { draftsOf } from './make-backup.ts'

/**
 * Deletes older backups of the same site: in the same folder, with the same name but for its digits, and
 * sealed with one of these secrets, or never finished. Nothing else is ever touched.
 * @returns what it deleted, and what only looks like one
 */
export function pruneBackups(file: string, secrets: string[], before: Date) {
  const { ours = [], strange = [] } = Object.groupBy(namesakes(file), (path) =>
    isSealed(path, secrets) ? 'ours' : 'strange',
  )
  const deleted = [
    ...ours.filter((path) => backupMadeAt(path) < before),
    ...draftsOf(file)
      .flatMap(namesakes)
      // One under way may be done by now.
      .filter((path) => (statSync(path, { throwIfNoEntry: false })?.mtime ?? before) < before),
  ]
  for (const path of deleted) rmSync(path)
  return { deleted, strange }
}

/** One that cannot be read is somebody else's, and must not keep ours. */
function isSealed(path: string, secrets: string[]): boolean {
  try {
    return isMadeWith(secrets, path)
  } catch {
    return false
  }
}

function namesakes(file: string): string[] {
  const shape = (name: string) => name.replaceAll(/\d+/g, '0')
  return readdirSync(dirname(file), { withFileTypes: true })
    .filter((entry) => entry.isFile() && shape(entry.name) === shape(basename(file)))
    .map(({ name }) => join(dirname(file), name))
}
