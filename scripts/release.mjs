import { build, installIfNeeded, prune } from './prepare.mjs'

await installIfNeeded()
if (!(await build())) process.exit(1)
await prune()
console.error(
  'The release is ready. Its server starts with deploy/site.service: see docs/deploy.md.',
)
