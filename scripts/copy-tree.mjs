import { cpSync, mkdirSync, mkdtempSync, readdirSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from './prepare.mjs'

// A developer's own: what was installed, built or stored, and the settings of this machine.
const own = new Set(['.git', '.env', 'node_modules', 'dist', 'data', 'screens', 'test-results'])

/** A copy of the tree that may be changed at will, with the installed packages of this one. */
export function copyTree() {
  const copy = mkdtempSync(join(tmpdir(), 'site-copy-'))
  for (const name of readdirSync(root).filter((entry) => !own.has(entry))) {
    cpSync(join(root, name), join(copy, name), { recursive: true })
  }
  // Entry by entry: Vite keeps a cache in this folder, and the developer's own is to stay as it is.
  mkdirSync(join(copy, 'node_modules'))
  for (const name of readdirSync(join(root, 'node_modules')).filter((entry) => entry !== '.vite')) {
    symlinkSync(join(root, 'node_modules', name), join(copy, 'node_modules', name))
  }
  return copy
}
