import { join } from 'node:path'
import type { Page } from '@playwright/test'

export interface Shot {
  view: string
  width: number
  scheme: 'light' | 'dark'
  file: string
}

export const folder = 'screens'
export const schemes = ['light', 'dark'] as const
export const heights: Record<number, number> = {
  390: 844,
  768: 1024,
  900: 900,
  1440: 900,
  2560: 1300,
}

export function newShot(view: string, width: number, scheme: Shot['scheme'], engine = ''): Shot {
  const file = `${view.replace(/\W+/g, '-')}-${width}-${scheme}${engine}.jpg`
  return { view, width, scheme, file }
}

/** The opened page in light and dark colours and in each width. */
export async function photograph(
  page: Page,
  { view, widths, fullPage = true }: { view: string; widths: number[]; fullPage?: boolean },
): Promise<Shot[]> {
  const shots: Shot[] = []
  for (const scheme of schemes) {
    for (const width of widths) {
      await page.emulateMedia({ colorScheme: scheme })
      await page.setViewportSize({ width, height: heights[width]! })
      await page.waitForFunction(allPicturesDecoded)
      const shot = newShot(view, width, scheme)
      const path = join(folder, shot.file)
      await page.screenshot({ path, fullPage, type: 'jpeg', quality: 85 })
      shots.push(shot)
    }
  }
  return shots
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
