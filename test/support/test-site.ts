import { onTestFinished } from 'vitest'
import { startSite } from './start-site.ts'

/** The built server, killed when the test ends if it still runs. */
export async function startTestSite(...given: Parameters<typeof startSite>) {
  const site = await startSite(...given)
  onTestFinished(async () => void (await site.stop('SIGKILL')))
  return site
}
