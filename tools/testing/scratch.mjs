import { chmodSync, mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { freemem, tmpdir } from 'node:os'
import { join } from 'node:path'

const memory = '/dev/shm'
const neededBytes = 6 * 2 ** 30

/**
 * Makes a temporary folder for this process and its children, and deletes it at exit. In memory if there is enough:
 * hundreds of small databases are slow on a busy disk.
 */
export function useScratchFolder() {
  const folder = mkdtempSync(join(hasEnoughMemory() ? memory : tmpdir(), 'site-'))
  // PostgreSQL may run as another user.
  chmodSync(folder, 0o711)
  process.env.TMPDIR = folder
  process.on('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }))
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => process.exit(1))
}

function hasEnoughMemory() {
  try {
    const { bavail, bsize } = statfsSync(memory)
    return Math.min(bavail * bsize, freemem()) > neededBytes
  } catch {
    return false
  }
}
