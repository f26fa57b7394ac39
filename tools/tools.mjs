// `npm run tools -- NAME`: what is needed rarely. Without a name it lists them.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join, resolve } from 'node:path'
import { installChromiumIfNeeded } from './chromium.mjs'
import { build, buildIfNeeded, installIfNeeded, node } from './prepare.mjs'
import { prune, root, runToEnd } from './prepare.mjs'

const tools = {
  release: {
    does: 'builds, then removes the build tools: for a server. `release --pack` packs a copy of the last commit instead',
    async run([pack, file]) {
      if (pack === '--pack') return packRelease(file)
      if (!(await build())) process.exit(1)
      await prune()
      console.error(
        'The release is ready. Its server starts with deploy/site.service: see docs/deploy.md.',
      )
    },
  },
  draw: {
    does: 'redraws changed pictures and icons; `draw card` only the social card',
    async run(args) {
      installChromiumIfNeeded()
      // The social card uses the fonts that the build makes.
      await buildIfNeeded()
      runToEnd(node, ['tools/art/draw.ts', ...args])
    },
  },
  pictures: {
    does: 'screenshots of every page, state and mail; `pictures readme`: README’s picture; `pictures lighthouse`',
    async run(args) {
      installChromiumIfNeeded()
      await buildIfNeeded()
      runToEnd(node, ['tools/pictures/pictures.ts', ...args])
    },
  },
  torture: {
    does: '50 minutes of fault injection, load and installation; `torture -t install` runs one of them',
    async run(args) {
      await buildIfNeeded()
      const config = ['--config', 'test/torture/torture.config.ts']
      const quiet = ['--reporter=dot', '--disable-console-intercept']
      // React's production build renders a million pages in half the time.
      const env = { ...process.env, NODE_ENV: 'production' }
      runToEnd(node, ['node_modules/vitest/vitest.mjs', 'run', ...config, ...quiet, ...args], {
        env,
      })
    },
  },
  format: {
    does: 'formats all files',
    run: (args) => runToEnd(node, ['node_modules/oxfmt/bin/oxfmt', ...args]),
  },
}

/** For `site-admin upgrade --from`, on a machine with the same processor. */
function packRelease(file) {
  const folder = mkdtempSync(join(tmpdir(), 'release-'))
  const made = spawnSync('deploy/make-release', [folder], {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const name = basename(made.stdout.trim())
  const target = resolve(
    process.env.INIT_CWD ?? root,
    file ?? `site-${name.split('-').at(-1)}.tar.gz`,
  )
  const packed =
    made.status === 0 &&
    spawnSync('tar', ['-czf', target, '-C', folder, name], { stdio: 'inherit' }).status === 0
  rmSync(folder, { recursive: true })
  if (!packed) process.exit(1)
  console.error(
    `Packed into ${target}. On the server: site-admin upgrade --from ${basename(target)}`,
  )
}

const [, , name, ...args] = process.argv
const tool = tools[name]
if (tool) {
  await installIfNeeded()
  await tool.run(args)
} else {
  const list = Object.entries(tools).map(([one, { does }]) => `  ${one.padEnd(12)}${does}`)
  console.log(`npm run tools -- NAME\n\n${list.join('\n')}`)
  if (name !== undefined) process.exitCode = 2
}
