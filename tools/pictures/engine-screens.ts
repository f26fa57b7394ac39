import { join } from 'node:path'
import sharp from 'sharp'
import type { View } from '../../test/journeys/views.ts'
import type { EnginePage } from '../../test/engines/engine-page.ts'
import { engines, startEngine } from '../../test/engines/start-engine.ts'
import type { Shot } from './contact-sheet.ts'

const sizes = [
  { width: 390, height: 844 },
  { width: 768, height: 1024 },
  { width: 1440, height: 900 },
]

/** Takes screenshots of each view in WebKit and Firefox, as far as an address leads to it. */
export async function photographInEngines(folder: string, url: string, views: View[]) {
  const shots: Shot[] = []
  for (const name of ['webkit', 'firefox'] as const) {
    if (engines[name] === undefined) continue
    const engine = await startEngine(name)
    for (const scheme of ['light', 'dark'] as const) {
      const page = await engine.open({ dark: scheme === 'dark', reducedMotion: true })
      for (const { name: view, path } of views.filter(({ reach }) => !reach)) {
        for (const { width, height } of sizes) {
          await page.resize(width, height)
          await page.goto(`${url}${path}`)
          const file = `${view.replace(/\W+/g, '-')}-${width}-${scheme}-${name}.jpg`
          await photographWhole(page, width, height, join(folder, file))
          shots.push({ view, width, scheme, file })
        }
      }
    }
    await engine.stop()
  }
  return shots
}

/** These engines photograph only what a window shows: so put the parts of a page together. */
async function photographWhole(page: EnginePage, width: number, height: number, file: string) {
  const whole = await page.evaluate(async () => {
    await document.fonts.ready
    // A sticky header would be in every part.
    document.querySelector<HTMLElement>('body > header')!.style.setProperty('top', 'auto')
    for (const image of document.images) image.loading = 'eager'
    await Promise.allSettled(Array.from(document.images, (image) => image.decode()))
    return document.documentElement.scrollHeight
  })
  const parts = []
  for (let top = 0; top < whole; top += height) {
    const scrolled = await page.evaluate((to) => {
      scrollTo({ top: to, behavior: 'instant' })
      return new Promise<number>((done) =>
        requestAnimationFrame(() => requestAnimationFrame(() => done(scrollY))),
      )
    }, top)
    parts.push({ input: await page.screenshot(), top: Math.round(scrolled), left: 0 })
  }
  await sharp({ create: { width, height: whole, channels: 3, background: '#fff' } })
    .composite(parts)
    .jpeg({ quality: 85 })
    .toFile(file)
}
