import { cpSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { copyTree } from './copy-tree.mjs'
import { root } from './prepare.mjs'
import { check, checkFormat, runJourneys, runUnits } from './suite.mjs'

// Tests that depend on content/.
const units = ['src/content/', 'src/site/', 'src/newsletter/consent']
const journeys = ['--grep=@content']

/**
 * The tests must pass with any content, so those that depend on it also run on a copy with other
 * content.
 * @returns the results of its checks, and a function that runs its journeys
 */
export async function checkSecondContent() {
  const copy = copyTree()
  const content = join(copy, 'content')
  rmSync(join(content, 'images/portraits'), { recursive: true })
  cpSync(join(root, 'test/second-content'), content, { recursive: true })
  const args = ['build', '--logLevel', 'warn']
  const build = await check('a build with other content', 'vite/bin/vite.js', args, copy)
  if (build.failed > 0) return { counts: [build], runJourneys: () => [] }
  const counts = [build, await checkFormat(copy), await runUnits(copy, units, true)]
  return { counts, runJourneys: () => runJourneys(copy, journeys) }
}
