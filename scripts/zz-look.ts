import { chromium } from '@playwright/test'
import { startSite } from '../test/support/start-site.ts'
import { chromiumFlags, findChromium } from './chromium.mjs'
const site = await startSite()
const b = await chromium.launch({ executablePath: findChromium()!, args: chromiumFlags })
for (const [w, h, path, dpr] of [
  [320, 568, '/', 2],
  [390, 844, '/', 3],
  [844, 390, '/', 2],
  [768, 1024, '/', 2],
  [1024, 768, '/', 1],
  [1280, 720, '/', 1],
  [1366, 768, '/', 1],
  [1920, 1080, '/', 1],
  [1024, 1366, '/', 2],
  [3440, 1440, '/', 1],
  [390, 844, '/about', 3],
  [1440, 900, '/about', 2],
] as const) {
  for (const colorScheme of ['light', 'dark'] as const) {
    if (colorScheme === 'dark' && w !== 768 && w !== 1280) continue
    const p = await b.newPage({
      baseURL: site.url,
      viewport: { width: w, height: h },
      deviceScaleFactor: dpr,
      reducedMotion: 'reduce',
      colorScheme,
    })
    await p.goto(path)
    await p.evaluate(() => document.fonts.ready)
    await p.waitForLoadState('networkidle')
    await p.screenshot({ path: `/tmp/zz/l-${path.slice(1)}${w}-${colorScheme}.png` })
    const i = await p.evaluate(() => ({
      src: document.images[0]?.currentSrc.slice(-32),
      nat: [...document.images].map((i) => i.naturalWidth + 'x' + i.naturalHeight),
      card: document.querySelector('#newsletter')?.getBoundingClientRect().top,
    }))
    console.log(w, h, path, colorScheme, JSON.stringify(i))
    await p.close()
  }
}
await b.close()
await site.stop()
