// Runs before anything is installed, on the machine's Node (18 or newer): plain JavaScript without dependencies.
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { isWritable, linkPackaged, node, prepareNode, root, stop, windows } from './own-node.mjs'

export { node, root }

// Standard output is only for the command itself: `npm run --silent admin -- … > file`.
const toStandardError = { stdio: ['ignore', 2, 2] }

/** Installs if the lockfile has changed since the last install. */
export async function installIfNeeded() {
  if (readIfThere(stampOfInstall) !== hashOfLockfile()) await install()
  else prepareNode()
}

async function install() {
  if (!isWritable()) {
    stop(`${root} can't be accessed by this user. Run \`npm run build\` as its owner first.`)
  }
  console.error('Installing dependencies…')
  await runNpm(['ci', '--include=dev', '--include=optional'])
  prepareNode()
  writeFileSync(stampOfInstall, hashOfLockfile())
}

/** Removes the build tools: a release doesn't need them. It runs on the packaged Node, whatever the server has. */
export async function prune() {
  await runNpm(['prune', '--no-save', '--omit=dev', '--include=optional'])
  linkPackaged()
}

/** Runs npm. If it fails, this process exits with npm's exit code. */
export async function runNpm(args, { silentMs = 60_000 } = {}) {
  // Hides npm's summary, but not its errors.
  const stdio = ['ignore', 'ignore', 'inherit']
  const child = spawn('npm', args, { cwd: root, stdio, env: envOfNpm(), shell: windows })
  const silence = setTimeout(() => {
    const logs = join(process.env.npm_config_cache ?? '~/.npm', '_logs')
    console.error(
      `npm is still working. If it hangs, a proxy or a certificate may be the cause: see the newest file in ${logs}`,
    )
  }, silentMs)
  const code = await new Promise((resolve) => {
    child.on('close', resolve)
    child.on('error', (error) => stop(cannotStart('npm', error)))
  })
  clearTimeout(silence)
  if (code !== 0) process.exit(code ?? 1)
}

function envOfNpm() {
  const path = process.env.PATH.split(delimiter)
  return {
    ...process.env,
    // Without the packaged Node: Debian's npm finds its modules only from Debian's Node.
    PATH: path.filter((dir) => dir !== join(root, 'node_modules/.bin')).join(delimiter),
    NODE_OPTIONS: `${process.env.NODE_OPTIONS ?? ''} --require="${join(root, 'tools/npm-engine.cjs')}"`,
  }
}

/** Builds if any source has changed since the last build. */
export async function buildIfNeeded() {
  if (!isBuilt() && !(await build())) process.exit(1)
}

/** For the owner's commands: a mistake in content/ must not prevent a backup. */
export async function buildIfPossible() {
  const canBuild = hasTools() && isWritable()
  if (isBuilt() || (canBuild && (await build()))) return
  if (!existsSync(join(root, 'dist/server/cli.js'))) {
    // The build has said why it failed.
    if (canBuild) process.exit(1)
    stop('There is no build yet. Run `npm run build` as the owner of this folder.')
  }
  if (hasTools()) console.error('Using the last successful build: the sources have changed since.')
}

/** @returns whether it succeeded; the previous build stays until then */
export async function build() {
  // In a release the build tools are pruned.
  if (!hasTools()) await install()
  console.error('Building…')
  const wanted = hashOfSources()
  const { status, error } = spawnSync(node, ['tools/build/build.ts'], {
    cwd: root,
    shell: windows,
    ...toStandardError,
  })
  if (error) console.error(cannotStart(node, error))
  if (status !== 0) return false
  writeFileSync(stampOfBuild, wanted)
  return true
}

const hasTools = () => existsSync(join(root, 'node_modules/vite'))

const stampOfInstall = join(root, 'node_modules/.installed')
const hashOfLockfile = () => hashOf([join(root, 'package-lock.json')])

const stampOfBuild = join(root, 'dist/.built')

function isBuilt() {
  const isThere = existsSync(join(root, 'dist/server/server.js'))
  return isThere && readIfThere(stampOfBuild) === hashOfSources()
}

function hashOfSources() {
  const sources = ['src', 'content', 'tools/build', 'vite.config.ts', 'package-lock.json']
  return hashOf(sources.flatMap((source) => filesIn(join(root, source))))
}

/**
 * Runs a command with this process's signals and exit code. If a supervisor stops npm or its shell, they exit without
 * forwarding the signal: so the command is also stopped when the parent process is gone.
 */
export function runToEnd(command, args, options = {}) {
  const child = spawn(command, args, { cwd: root, stdio: 'inherit', shell: windows, ...options })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  const parent = process.ppid
  const watching = setInterval(() => {
    if (!process.env.npm_lifecycle_event || process.ppid === parent) return
    clearInterval(watching)
    child.kill('SIGTERM')
  }, 200)
  child.on('exit', (code, signal) => process.exit(signal ? 1 : (code ?? 1)))
  child.on('error', (error) => stop(cannotStart(command, error)))
}

const cannotStart = (command, error) => `Cannot start ${command}: ${error.message}`

function hashOf(files) {
  const hash = createHash('sha256')
  // Not toSorted: Debian 12 has Node 18.
  // oxlint-disable-next-line unicorn/no-array-sort, typescript/require-array-sort-compare
  for (const file of [...files].sort())
    hash.update(`${file.slice(root.length)}\0`).update(readFileSync(file))
  return hash.digest('hex')
}

function filesIn(path) {
  if (!statSync(path).isDirectory()) return [path]
  return readdirSync(path, { withFileTypes: true }).flatMap((entry) =>
    // Skips broken links, which some editors leave behind.
    entry.isDirectory()
      ? filesIn(join(path, entry.name))
      : entry.isFile()
        ? [join(path, entry.name)]
        : [],
  )
}

function readIfThere(file) {
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined
}
