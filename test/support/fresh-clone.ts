import { execFileSync } from 'node:child_process'
import { cpSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'

/** A copy of the tracked files alone, as a clone would have them. */
export function freshClone(): string {
  const copy = mkdtempSync(join(tmpdir(), 'clone-'))
  const files = execFileSync('git', ['ls-files', '-z'], { encoding: 'utf8' }).split('\0')
  for (const file of files.filter(Boolean)) cpSync(file, join(copy, file))
  return copy
}

/** A person's shell: the machine's Node and npm, an empty home, none of our own variables. */
export function personalShell(): Record<string, string> {
  const path = process.env['PATH']!.split(delimiter).filter((dir) => !dir.includes('node_modules'))
  const env = { PATH: path.join(delimiter), HOME: mkdtempSync(join(tmpdir(), 'home-')) }
  // The downloads of before, and the machine's mirror and certificates, where it has them.
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
