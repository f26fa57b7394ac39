import { fork } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, writeFileSync } from 'node:fs'
import { markdownTable, type Figure } from './support/figures-table.ts'

// Runs every benchmark of this folder in its own process, then prints one table.
const names = readdirSync(import.meta.dirname).filter(
  (name) => name.endsWith('.ts') && name !== 'run.ts',
)
const figures: Figure[] = []
for (const name of names.toSorted()) {
  console.error(`\n${name.replace(/\.ts$/, '')}`)
  const child = fork(`${import.meta.dirname}/${name}`)
  child.on('message', (found: Figure[]) => figures.push(...found))
  const [code] = (await once(child, 'exit')) as [number | null]
  if (code !== 0) process.exitCode = 1
}
const table = markdownTable(figures)
console.log(`\n${table}`)
writeFileSync('dist/bench.md', `${table}\n`)
