import { defineConfig, mergeConfig } from 'vitest/config'
import viteConfig from './vite.config.ts'

export default defineConfig((env) =>
  mergeConfig(viteConfig(env), {
    test: {
      include: ['src/**/*.test.{ts,tsx}', 'test/processes/**/*.test.ts'],
      globalSetup: 'test/support/postgres.ts',
      // Much of a test is waiting: for a process, for a mail server.
      maxWorkers: 4,
      // Nothing is made at import time, so the files of a worker may share what they import.
      isolate: false,
      // Letters and icons take their colours from it.
      css: { include: /tokens\.css\?raw/ },
      testTimeout: 60_000,
      hookTimeout: 120_000,
    },
  }),
)
