import { execFileSync } from 'node:child_process'
import { cpSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'

/** A copy of the tracked files, like a clone. */
export function freshClone(): string {
  const copy = mkdtempSync(join(tmpdir(), 'clone-'))
  const files = execFileSync('git', ['ls-files', '-z'], { encoding: 'utf8' }).split('\0')
  for (const file of files.filter(Boolean)) cpSync(file, join(copy, file))
  return copy
}

/** A user's shell: the system's Node and npm, an empty home, and no variables of this process. */
export function personalShell(): Record<string, string> {
  const path = process.env['PATH']!.split(delimiter).filter((dir) => !dir.includes('node_modules'))
  const env = { PATH: path.join(delimiter), HOME: mkdtempSync(join(tmpdir(), 'home-')) }
  // Reuses npm's cache and the registry and certificates of this machine.
  const asked = execFileSync('npm', ['config', 'get', 'cache', 'userconfig', 'globalconfig'], {
    encoding: 'utf8',
    env: { ...env, HOME: process.env['HOME'] },
  })
  const settings = Array.from(asked.matchAll(/^(\w+) ?= ?(.*)$/gm), ([, key, value]) => {
    return [`npm_config_${key}`, value!]
  })
  return {
    ...env,
    ...Object.fromEntries(settings),
    npm_config_prefer_offline: 'true',
    npm_config_audit: 'false',
  }
}
