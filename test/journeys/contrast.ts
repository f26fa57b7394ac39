import type { Locator, Page } from '@playwright/test'
import sharp from 'sharp'

/** The lowest WCAG 2 contrast between the texts and any pixel in their boxes. */
export async function lowestContrast(page: Page, words: Locator[]): Promise<number> {
  const found = await Promise.all(words.map((word) => word.evaluate(hide)))
  // Clipped: a screenshot of the whole page would take many megabytes.
  const height = Math.ceil(Math.max(...found.map(({ bottom }) => bottom))) + 1
  const { width, height: inView } = page.viewportSize()!
  const clip = { x: 0, y: 0, width, height }
  const shot = await page.screenshot({ fullPage: height > inView, scale: 'css', clip })
  await Promise.all(words.map((word) => word.evaluate(show)))
  const pixels = await sharp(shot).removeAlpha().raw().toBuffer()
  return Math.min(...found.map((word) => lowestIn(pixels, width, word)))
}

type Word = ReturnType<typeof hide>

/** Hides the text but not its background. */
function hide(element: HTMLElement | SVGElement) {
  const { color } = getComputedStyle(element)
  const { left, top, right, bottom } = element.getBoundingClientRect()
  element.style.color = 'transparent'
  for (const link of element.querySelectorAll('a')) link.style.textDecoration = 'none'
  return { colour: color, left, top: top + scrollY, right, bottom: bottom + scrollY }
}

function show(element: HTMLElement | SVGElement) {
  element.style.color = ''
  for (const link of element.querySelectorAll('a')) link.style.textDecoration = ''
}

function lowestIn(pixels: Buffer, width: number, word: Word): number {
  const text = luminance(...(word.colour.match(/\d+/g)!.map(Number) as [number, number, number]))
  let lowest = Infinity
  for (let y = Math.floor(word.top); y < word.bottom; y += 1) {
    for (let x = Math.floor(word.left); x < word.right; x += 1) {
      const at = 3 * (y * width + x)
      const behind = luminance(pixels[at]!, pixels[at + 1]!, pixels[at + 2]!)
      const [darker, lighter] = text < behind ? [text, behind] : [behind, text]
      lowest = Math.min(lowest, (lighter + 0.05) / (darker + 0.05))
    }
  }
  return lowest
}

function luminance(red: number, green: number, blue: number): number {
  return 0.2126 * linear[red]! + 0.7152 * linear[green]! + 0.0722 * linear[blue]!
}

const linear = Array.from({ length: 256 }, (_, value) => {
  const share = value / 255
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
})
