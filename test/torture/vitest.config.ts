import { defineConfig } from 'vitest/config'
import shared from '../../vitest.config.ts'

export default defineConfig((env) => {
  const config = shared(env)
  // Two at a time: one half mostly waits for processes, the other computes. What they measure are ratios.
  const test = { include: ['test/torture/run-*.ts'], maxWorkers: 2, testTimeout: 1_800_000 }
  return { ...config, test: { ...config.test, ...test } }
})
