// The fast path while developing: what needs no build, no browser and no other process.
import { installIfNeeded, root } from '../prepare.mjs'
import { useScratchFolder } from './scratch.mjs'
import { checkFormat, checkLint, checkTypes, finish, runUnits } from './suite.mjs'

await installIfNeeded()
useScratchFolder()
const onSqlite = '--testNamePattern=^(?!.*[Pp]ostgre)'
finish(
  await Promise.all([
    runUnits(root, ['src/', onSqlite]),
    checkFormat(root),
    checkLint(root),
    checkTypes(root),
  ]),
)
