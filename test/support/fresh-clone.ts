import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'

/** A copy like a clone of the next commit: with new files, without deleted ones. */
export function freshClone(): string {
  const copy = mkdtempSync(join(tmpdir(), 'clone-'))
  const list = ['ls-files', '-z', '--cached', '--others', '--exclude-standard']
  const files = execFileSync('git', list, { encoding: 'utf8' }).split('\0')
  for (const file of files.filter((name) => name && existsSync(name)))
    cpSync(file, join(copy, file))
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
  const certificates = process.env['NODE_EXTRA_CA_CERTS']
  return {
    ...env,
    ...(certificates && { NODE_EXTRA_CA_CERTS: certificates }),
    ...Object.fromEntries(settings),
    npm_config_prefer_offline: 'true',
    npm_config_audit: 'false',
  }
}

/**
 * The same with Debian 12's npm, which removes node_modules/.bin/node on every install and prune, and with Debian's Node
 * 18, which many optional packages do not support.
 */
export function debianShell(): Record<string, string> {
  const shell = personalShell()
  const folder = join(shell['HOME']!, 'old-npm')
  execFileSync('npm', ['install', '--prefix', folder, 'npm@9.2.0'], { env: shell, stdio: 'pipe' })
  const oldNode = join(folder, 'old-node.cjs')
  const version = `Object.defineProperty(process, 'version', { value: 'v18.20.4', configurable: true })`
  writeFileSync(oldNode, `if (process.argv[1]?.includes('npm')) ${version}`)
  const path = join(folder, 'node_modules/.bin') + delimiter + shell['PATH']
  return { ...shell, PATH: path, NODE_OPTIONS: `--require=${oldNode}` }
}
