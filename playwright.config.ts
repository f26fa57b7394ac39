import { defineConfig } from '@playwright/test'
import { chromiumFlags, findChromium } from './tools/chromium.mjs'

const executablePath = findChromium()

export default defineConfig({
  testDir: 'test/journeys',
  outputDir: 'test-results',
  fullyParallel: true,
  // Journeys spend much of their time waiting.
  workers: 2,
  forbidOnly: Boolean(process.env['CI']),
  // Generous, for shared machines.
  timeout: 90_000,
  expect: { timeout: 30_000 },
  reporter: [['dot'], ['json', { outputFile: 'test-results/journeys.json' }]],
  use: {
    launchOptions: {
      ...(executablePath === undefined ? {} : { executablePath }),
      args: chromiumFlags,
    },
  },
})
