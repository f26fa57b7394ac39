import { defineConfig, mergeConfig } from 'vitest/config'
import viteConfig from './vite.config.ts'

export default defineConfig((env) =>
  mergeConfig(viteConfig(env), {
    test: {
      include: ['src/**/*.test.{ts,tsx}', 'test/processes/**/*.test.ts'],
      globalSetup: 'test/support/postgres.ts',
      testTimeout: 30_000,
      hookTimeout: 60_000,
    },
  }),
)
