import { spawnSync } from 'node:child_process'
import { resolve } from 'node:path'
import { defineConfig, mergeConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import viteConfig from './vite.config.ts'

// Started last, one of these would run alone at the end.
const longest = [
  'fresh-start',
  'torture',
  'rehearse',
  'simulation',
  'dev',
  'mail-worker',
  'letter-delivery',
]

/** Changed since the last commit: src/mail/outbox for src/mail/outbox.ts and src/mail/outbox.test.ts. */
const changed = new Set(
  spawnSync('git', ['status', '--porcelain', '--untracked-files=all'], { encoding: 'utf8' })
    .stdout?.split('\n')
    .map((line) => subjectOf(resolve(line.slice(3)))),
)

class ChangedThenLongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    const place = ({ moduleId }: TestSpecification) => {
      if (changed.has(subjectOf(moduleId))) return -1
      const found = longest.findIndex((name) => moduleId.includes(`/${name}.`))
      return found === -1 ? longest.length : found
    }
    return files.toSorted((a, b) => place(a) - place(b))
  }
}

function subjectOf(path: string): string {
  return path.replace(/(?:\.test)?\.tsx?$/, '')
}

export default defineConfig((env) =>
  mergeConfig(viteConfig(env), {
    test: {
      include: [
        'src/**/*.test.{ts,tsx}',
        'tools/art/*.test.ts',
        'test/processes/**/*.test.ts',
        'test/simulation/**/*.test.ts',
      ],
      globalSetup: 'test/support/postgres.ts',
      // Tests spend much of their time waiting for processes and mail servers.
      maxWorkers: 5,
      // Modules have no side effects, so the test files of a worker may share them.
      isolate: false,
      sequence: { sequencer: ChangedThenLongestFirst },
      // Mail and icons read their colours from it.
      css: { include: /tokens\.css\?raw/ },
      // Generous, for shared machines.
      testTimeout: 180_000,
      hookTimeout: 240_000,
      expect: { poll: { timeout: 30_000 } },
    },
  }),
)
