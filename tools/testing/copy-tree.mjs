import { cpSync, mkdirSync, mkdtempSync, readdirSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from '../prepare.mjs'

// Not part of the project: installed, built and stored files, and this machine's settings.
const untracked = new Set([
  '.git',
  '.env',
  'node_modules',
  'dist',
  'data',
  'screens',
  'test-results',
])

/** Copies the project to a temporary folder, with links to the installed packages. */
export function copyTree() {
  const copy = mkdtempSync(join(tmpdir(), 'site-copy-'))
  for (const name of readdirSync(root).filter((entry) => !untracked.has(entry))) {
    cpSync(join(root, name), join(copy, name), { recursive: true })
  }
  // Entry by entry, without Vite's cache: each copy needs its own.
  mkdirSync(join(copy, 'node_modules'))
  for (const name of readdirSync(join(root, 'node_modules')).filter((entry) => entry !== '.vite')) {
    symlinkSync(join(root, 'node_modules', name), join(copy, 'node_modules', name))
  }
  return copy
}
