import { defineConfig } from '@playwright/test'
import { chromiumFlags, findChromium } from './scripts/chromium.mjs'

const executablePath = findChromium()

export default defineConfig({
  testDir: 'test/journeys',
  outputDir: 'test-results',
  fullyParallel: true,
  // Much of a journey is waiting: for an answer that is held, for a pause to be over.
  workers: 2,
  forbidOnly: Boolean(process.env['CI']),
  // For machines that others share: a test that passes does not wait for it.
  timeout: 90_000,
  reporter: [['dot'], ['json', { outputFile: 'test-results/journeys.json' }]],
  use: {
    launchOptions: {
      ...(executablePath === undefined ? {} : { executablePath }),
      args: chromiumFlags,
    },
  },
})
