import { cpSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { copyTree } from './copy-tree.mjs'
import { root } from '../prepare.mjs'
import { check, checkFormat, runJourneys, runUnits } from './suite.mjs'

// Tests that depend on content/: texts, widths, failure notices.
const units = ['src/content/', 'src/site/', 'src/subscribers/consent', 'src/subscribers/editions']
const journeys = ['--grep=@content']

/**
 * Runs the tests on a copy of the project with other content: they must pass whatever the owner writes.
 * @returns the counts so far, and a function that runs the journeys
 */
export async function checkSecondContent() {
  const copy = copyTree()
  const content = join(copy, 'content')
  rmSync(join(content, 'images/portraits'), { recursive: true })
  cpSync(join(root, 'test/second-content'), content, { recursive: true })
  // The second content has no Italian texts.
  for (const folder of [content, join(content, 'letters')]) {
    const italian = readdirSync(folder).filter((name) => /\.it\.mdx?$/.test(name))
    for (const name of italian) rmSync(join(folder, name))
  }
  const args = ['build', '--logLevel', 'warn']
  const build = await check('a build with other content', 'vite/bin/vite.js', args, copy)
  if (build.failed > 0) return { counts: [build], runJourneys: () => [] }
  const counts = [build, await checkFormat(copy), await runUnits(copy, units, true)]
  return { counts, runJourneys: () => runJourneys(copy, journeys) }
}
