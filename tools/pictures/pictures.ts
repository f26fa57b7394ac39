import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import { startSite } from '../../test/support/start-site.ts'
import { chromiumFlags, findChromium } from '../chromium.mjs'
import { photographInEngines } from './engine-screens.ts'
import { examineWithLighthouse } from './lighthouse.ts'
import { folder } from './photograph.ts'
import { drawReadmePicture } from './readme-picture.ts'
import { photographConsole, photographMails, photographSite } from './screens.ts'
import { contactSheet } from './sheet.ts'

// See `npm run tools`: screenshots of everything, or what is named.
const jobs = {
  screens: takeScreens,
  readme: drawReadmePicture,
  lighthouse: (_: unknown, url: string) => examineWithLighthouse(url),
}
const job = jobs[(process.argv[2] ?? 'screens') as keyof typeof jobs]
if (!job) {
  console.error('`pictures` takes nothing, `readme` or `lighthouse`.')
  process.exit(2)
}

const site = await startSite()
const executablePath = findChromium()
const browser = await chromium.launch({
  ...(executablePath === undefined ? {} : { executablePath }),
  args: chromiumFlags,
})
try {
  await job(browser, site.url)
} finally {
  await browser.close()
  await site.stop()
}

async function takeScreens(...[open, url]: Parameters<typeof photographSite>) {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const shots = [
    ...(await photographSite(open, url)),
    ...(await photographInEngines(url)),
    ...(await photographConsole(open)),
    ...(await photographMails(open)),
  ]
  writeFileSync(join(folder, 'index.html'), contactSheet(shots))
  console.log(`${shots.length} pictures: ${folder}/index.html`)
}
