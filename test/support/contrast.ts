import type { Locator, Page } from '@playwright/test'
import sharp from 'sharp'

/** The lowest contrast (WCAG 2) that the words have against any pixel their box covers. */
export async function lowestContrast(page: Page, words: Locator[]): Promise<number> {
  const boxes = await Promise.all(words.map((word) => word.boundingBox()))
  const colours = await Promise.all(
    words.map((word) => word.evaluate((element) => getComputedStyle(element).color)),
  )
  for (const word of words) {
    await word.evaluate((element) => {
      element.style.color = 'transparent'
      for (const link of element.querySelectorAll('a')) link.style.textDecoration = 'none'
    })
  }
  // The whole page would be a picture of many megabytes, and below the last word nobody looks at it.
  const height = Math.ceil(Math.max(...boxes.map((box) => box!.y + box!.height))) + 1
  const clip = { x: 0, y: 0, width: page.viewportSize()!.width, height }
  const shot = await page.screenshot({ fullPage: true, scale: 'css', clip })
  const lowest = await Promise.all(boxes.map((box, index) => lowestIn(shot, box!, colours[index]!)))
  return Math.min(...lowest)
}

interface Box {
  x: number
  y: number
  width: number
  height: number
}

async function lowestIn(shot: Buffer, box: Box, colour: string): Promise<number> {
  const pixels = await sharp(shot)
    .extract({
      left: Math.floor(box.x),
      top: Math.floor(box.y),
      width: Math.ceil(box.width),
      height: Math.ceil(box.height),
    })
    .removeAlpha()
    .raw()
    .toBuffer()
  const text = luminance(...(colour.match(/\d+/g)!.map(Number) as [number, number, number]))
  let lowest = Infinity
  for (let at = 0; at < pixels.length; at += 3) {
    const behind = luminance(pixels[at]!, pixels[at + 1]!, pixels[at + 2]!)
    const [darker, lighter] = text < behind ? [text, behind] : [behind, text]
    lowest = Math.min(lowest, (lighter + 0.05) / (darker + 0.05))
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
