import { join } from 'node:path'
import sharp from 'sharp'
import { views } from '../../test/journeys/views.ts'
import type { EnginePage } from '../../test/engines/engine-page.ts'
import { engines, startEngine } from '../../test/engines/start-engine.ts'
import { folder, heights, newShot, schemes, type Shot } from './photograph.ts'

/** Takes screenshots of each view in WebKit and Firefox, as far as an address leads to it. */
export async function photographInEngines(url: string): Promise<Shot[]> {
  const shots: Shot[] = []
  for (const name of ['webkit', 'firefox'] as const) {
    if (engines[name] === undefined) continue
    const engine = await startEngine(name)
    for (const scheme of schemes) {
      const page = await engine.open({ dark: scheme === 'dark', reducedMotion: true })
      for (const { name: view, path } of views.filter(({ reach }) => !reach)) {
        for (const width of [390, 768, 1440]) {
          const height = heights[width]!
          await page.resize(width, height)
          await page.goto(`${url}${path}`)
          const shot = newShot(view, width, scheme, `-${name}`)
          await photographWhole(page, width, height, join(folder, shot.file))
          shots.push(shot)
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
