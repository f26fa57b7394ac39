import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { chromium, type Browser } from '@playwright/test'
import { startSite } from '../../test/support/start-site.ts'
import { openView, views, type View } from '../../test/journeys/views.ts'
import { chromiumFlags, findChromium } from '../chromium.mjs'
import { photographConsole } from './console-pictures.ts'
import { contactSheet, type Shot } from './contact-sheet.ts'
import { photographInEngines } from './engine-screens.ts'
import { photographMails } from './mail-pictures.ts'
import { drawReadmePicture } from './readme-picture.ts'

// `npm run tools -- pictures` takes screenshots of every view; `npm run tools -- pictures --readme` draws README's picture.

const folder = 'screens'
const widths = [390, 768, 1440, 2560]
const heights: Record<number, number> = { 390: 844, 768: 1024, 1440: 900, 2560: 1300 }

const site = await startSite()
const executablePath = findChromium()
const browser = await chromium.launch({
  ...(executablePath === undefined ? {} : { executablePath }),
  args: chromiumFlags,
})
try {
  if (process.argv.includes('--readme')) {
    await drawReadmePicture(browser, site.url)
  } else {
    await drawContactSheet(browser)
  }
} finally {
  await browser.close()
  await site.stop()
}

async function drawContactSheet(openBrowser: Browser) {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const waiting = [...views]
  const shots: Shot[] = []
  const photographer = async () => {
    for (let view = waiting.shift(); view; view = waiting.shift()) {
      shots.push(...(await photograph(openBrowser, view)))
    }
  }
  const consoleRows = await photographConsole(openBrowser, folder)
  const mailRows = await photographMails(openBrowser, folder)
  await Promise.all([photographer(), photographer()])
  shots.push(...(await photographInEngines(folder, site.url, views)))
  const rows = views.map(({ name }) => sideBySide(shots.filter((shot) => shot.view === name)))
  rows.push(...consoleRows, ...mailRows)
  const { html, picture } = await contactSheet(folder, rows)
  writeFileSync(join(folder, 'index.html'), html)
  writeFileSync(join(folder, 'sheet.webp'), picture)
  console.log(`${rows.flat().length} pictures: ${folder}/index.html and ${folder}/sheet.webp`)
}

/** Each window in all browsers, next to each other. */
function sideBySide(shots: Shot[]): Shot[] {
  const place = ({ scheme, width }: Shot) => (scheme === 'light' ? width : 10_000 + width)
  return shots.toSorted((one, other) => place(one) - place(other))
}

/** Some frames after the colour scheme or the width has changed, a picture loads another source. */
async function allPicturesDecoded(): Promise<boolean> {
  for (let frame = 0; frame < 3; frame += 1) {
    await new Promise((resolve) => requestAnimationFrame(resolve))
  }
  const decoded = Array.from(document.images, (image) => {
    image.loading = 'eager'
    return image.decode()
  })
  return await Promise.all(decoded).then(
    () => true,
    () => false,
  )
}

async function photograph(openBrowser: Browser, view: View): Promise<Shot[]> {
  const widest = view.under === undefined ? 2560 : 390
  const page = await openBrowser.newPage({
    baseURL: site.url,
    viewport: { width: widest, height: heights[widest]! },
    reducedMotion: 'reduce',
  })
  await openView(page, view)
  const shots: Shot[] = []
  for (const scheme of ['light', 'dark'] as const) {
    for (const width of widths) {
      if (width > widest) continue
      await page.emulateMedia({ colorScheme: scheme })
      await page.setViewportSize({ width, height: heights[width]! })
      await page.waitForFunction(allPicturesDecoded)
      const file = `${view.name.replace(/\W+/g, '-')}-${width}-${scheme}.jpg`
      // An open menu covers the window, not the whole page.
      const fullPage = view.under === undefined
      await page.screenshot({ path: join(folder, file), fullPage, type: 'jpeg', quality: 85 })
      shots.push({ view: view.name, width, scheme, file })
    }
  }
  await page.close()
  return shots
}
