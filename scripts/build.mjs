import { build, installIfNeeded } from './prepare.mjs'

await installIfNeeded()
if (!(await build())) process.exit(1)
console.error('Built. `npm start` serves it; for a server, see docs/deploy.md.')
