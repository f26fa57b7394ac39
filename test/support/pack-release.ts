import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * As with umask 077: all for its owner alone.
 * @param node the script that the packed release has for its own Node
 */
export function packRelease({ node }: { node: string }): string {
  const dir = mkdtempSync(join(tmpdir(), 'pack-'))
  const name = '2026-03-01T031700-abc1234'
  const bin = join(dir, name, 'node_modules/.bin')
  mkdirSync(bin, { recursive: true, mode: 0o700 })
  writeFileSync(join(bin, 'node'), `#!/bin/sh\n${node}\n`, { mode: 0o700 })
  const file = join(dir, 'site.tar.gz')
  execFileSync('tar', ['-czf', file, '-C', dir, name])
  return file
}
