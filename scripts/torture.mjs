import { runToEnd, buildIfNeeded, installIfNeeded, node } from './prepare.mjs'

await installIfNeeded()
await buildIfNeeded()
const quiet = ['--reporter=dot', '--disable-console-intercept']
const config = ['--config', 'test/torture/vitest.config.ts']
// To run one alone: npm run torture -- -t letter
const vitest = [
  'node_modules/vitest/vitest.mjs',
  'run',
  ...config,
  ...quiet,
  ...process.argv.slice(2),
]
// React's production build renders a million pages in half the time.
runToEnd(node, vitest, { env: { ...process.env, NODE_ENV: 'production' } })
