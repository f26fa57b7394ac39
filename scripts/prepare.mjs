// Runs on whatever Node the machine has (18 or newer) and before anything is installed: plain
// JavaScript, no dependency.
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  accessSync,
  constants,
  existsSync,
  readFileSync,
  readdirSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = dirname(dirname(fileURLToPath(import.meta.url)))

const windows = process.platform === 'win32'

/** The project's own Node, which npm installed as a dependency. */
export const node = join(root, 'node_modules/.bin', windows ? 'node.cmd' : 'node')

// Standard output belongs to the command itself: `npm run --silent admin -- … > file` stays clean.
const asChatter = { stdio: ['ignore', 2, 2] }

/** Installs when the lockfile is not what node_modules was made from. */
export function installIfNeeded() {
  const stamp = join(root, 'node_modules/.installed')
  const wanted = hashOf([join(root, 'package-lock.json')])
  if (readIfThere(stamp) === wanted) return
  if (!isWritable()) {
    console.error(
      `${root} can't be accessed by this user. Run \`npm run build\` as its owner first.`,
    )
    process.exit(1)
  }
  console.error('Installing dependencies…')
  // Not `npm ci`: it refuses a lockfile that misses the binaries of platforms which some mirrors lack.
  // Its summary is noise; what goes wrong must be seen.
  run('npm', ['install', '--no-save', '--include=dev'], { stdio: ['ignore', 'ignore', 'inherit'] })
  writeFileSync(stamp, wanted)
}

/** Builds when any source is not what the build was made from. */
export function buildIfNeeded() {
  if (!isBuilt() && !build()) process.exit(1)
}

/** For the owner's commands: a slip in the content must not stand between the owner and a backup. */
export function buildIfPossible() {
  const hasTools = existsSync(join(root, 'node_modules/vite'))
  if (isBuilt() || (hasTools && isWritable() && build())) return
  if (!existsSync(join(root, 'dist/server/cli.js'))) {
    console.error('There is no build yet. Run `npm run build` where the folder can be written.')
    process.exit(1)
  }
  if (hasTools) console.error('This is the last good build: the sources have changed since.')
}

/** @returns whether it came to its end; what was built before stays until then */
export function build() {
  console.error('Building…')
  const wanted = hashOfSources()
  if (
    spawnSync(node, ['build/build.ts'], { cwd: root, shell: windows, ...asChatter }).status !== 0
  ) {
    return false
  }
  writeFileSync(stampOfBuild, wanted)
  return true
}

const stampOfBuild = join(root, 'dist/.built')

function isBuilt() {
  const isThere = existsSync(join(root, 'dist/server/server.js'))
  return isThere && readIfThere(stampOfBuild) === hashOfSources()
}

function hashOfSources() {
  const sources = ['src', 'content', 'build', 'vite.config.ts', 'package-lock.json']
  return hashOf(sources.flatMap((source) => filesIn(join(root, source))))
}

function isWritable() {
  try {
    accessSync(root, constants.W_OK)
    return true
  } catch {
    return false
  }
}

/** Runs a command to its end; a failure ends this process with the same code. */
export function run(command, args, options = {}) {
  const result = spawnSync(command, args, {
    cwd: root,
    stdio: 'inherit',
    shell: windows,
    ...options,
  })
  if (result.error) console.error(result.error.message)
  if (result.status !== 0) process.exit(result.status ?? 1)
}

/**
 * Becomes the command, as far as a parent process can: its signals and its exit code. A supervisor
 * tells npm or its shell to end, which die without passing it on: so the command ends with them too.
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
  child.on('error', (error) => {
    console.error(error.message)
    process.exit(1)
  })
}

function hashOf(files) {
  const hash = createHash('sha256')
  // Not toSorted: Debian 12 brings Node 18.
  // oxlint-disable-next-line unicorn/no-array-sort, typescript/require-array-sort-compare
  for (const file of [...files].sort())
    hash.update(`${file.slice(root.length)}\0`).update(readFileSync(file))
  return hash.digest('hex')
}

function filesIn(path) {
  if (!statSync(path).isDirectory()) return [path]
  return readdirSync(path, { withFileTypes: true }).flatMap((entry) =>
    // An editor may leave a link that leads nowhere.
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
