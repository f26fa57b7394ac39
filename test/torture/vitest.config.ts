import { defineConfig } from 'vitest/config'
import shared from '../../vitest.config.ts'

export default defineConfig((env) => {
  const config = shared(env)
  // One after the other: several of them measure.
  const test = { include: ['test/torture/run.ts'], testTimeout: 1_800_000 }
  return { ...config, test: { ...config.test, ...test } }
})
