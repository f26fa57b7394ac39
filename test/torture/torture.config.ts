import { defineConfig } from 'vitest/config'
import shared from '../../vitest.config.ts'

export default defineConfig((env) => {
  const config = shared(env)
  // Two at a time: one file mostly waits for processes, the other computes. They measure ratios.
  const test = { include: ['test/torture/run-*.ts'], maxWorkers: 2, testTimeout: 1_800_000 }
  return { ...config, test: { ...config.test, ...test } }
})
