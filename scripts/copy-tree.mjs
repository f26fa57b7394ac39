import { cpSync, mkdirSync, mkdtempSync, readdirSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from './prepare.mjs'

// Installed, built or local files.
const untracked = new Set([
  '.git',
  '.env',
  'node_modules',
  'dist',
  'data',
  'screens',
  'test-results',
])

/** A copy of the repository that links to the installed packages of this one. */
export function copyTree() {
  const copy = mkdtempSync(join(tmpdir(), 'site-copy-'))
  for (const name of readdirSync(root).filter((entry) => !untracked.has(entry))) {
    cpSync(join(root, name), join(copy, name), { recursive: true })
  }
  // Entry by entry, so that Vite writes its cache into the copy.
  mkdirSync(join(copy, 'node_modules'))
  for (const name of readdirSync(join(root, 'node_modules')).filter((entry) => entry !== '.vite')) {
    symlinkSync(join(root, 'node_modules', name), join(copy, 'node_modules', name))
  }
  return copy
}
