import { defineConfig, mergeConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import viteConfig from './vite.config.ts'

// Begun last, each of them would have the machine to itself at the end.
const longest = ['fresh-start', 'setup', 'torture', 'many-servers', 'postgres-pool', 'usage']

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    const place = ({ moduleId }: TestSpecification) => {
      const found = longest.findIndex((name) => moduleId.includes(`/${name}.`))
      return found === -1 ? longest.length : found
    }
    return files.toSorted((a, b) => place(a) - place(b))
  }
}

export default defineConfig((env) =>
  mergeConfig(viteConfig(env), {
    test: {
      include: ['src/**/*.test.{ts,tsx}', 'art/**/*.test.ts', 'test/processes/**/*.test.ts'],
      globalSetup: 'test/support/postgres.ts',
      // Much of a test is waiting: for a process, for a mail server.
      maxWorkers: 4,
      // Nothing is made at import time, so the files of a worker may share what they import.
      isolate: false,
      sequence: { sequencer: LongestFirst },
      // Letters and icons take their colours from it.
      css: { include: /tokens\.css\?raw/ },
      // For machines that others share: a test that passes does not wait for it.
      testTimeout: 180_000,
      hookTimeout: 240_000,
      expect: { poll: { timeout: 30_000 } },
    },
  }),
)
