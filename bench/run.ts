import { spawnSync } from 'node:child_process'
import { readdirSync } from 'node:fs'

/** Every benchmark of this folder, one after the other, each in a process of its own. */
const others = readdirSync(import.meta.dirname).filter(
  (name) => name.endsWith('.ts') && name !== 'run.ts',
)
for (const name of others.toSorted()) {
  console.log(`\n${name.replace(/\.ts$/, '')}`)
  const { status } = spawnSync(process.execPath, [`${import.meta.dirname}/${name}`], {
    stdio: 'inherit',
  })
  if (status !== 0) process.exitCode = 1
}
