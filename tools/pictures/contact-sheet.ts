import { join } from 'node:path'
import sharp, { type OverlayOptions } from 'sharp'

export interface Shot {
  view: string
  width: number
  scheme: 'light' | 'dark'
  file: string
}

const gap = 16
/** Longer pages are cut off. */
const maxHeight = 640
const thumbWidths: Record<number, number> = { 390: 150, 768: 240, 1440: 400, 2560: 560 }

/** One row per view: as an HTML page with links to the full size, and as one picture. */
export async function contactSheet(folder: string, rows: Shot[][]) {
  return { html: sheetPage(rows), picture: await sheetPicture(folder, rows) }
}

async function sheetPicture(folder: string, rows: Shot[][]): Promise<Buffer> {
  const tiles: OverlayOptions[] = []
  let top = gap
  let right = 0
  for (const row of rows) {
    let left = gap
    let lowest = top
    for (const shot of row) {
      const { data, info } = await sharp(join(folder, shot.file))
        .resize({ width: thumbWidths[shot.width]! })
        .toBuffer({ resolveWithObject: true })
      const height = Math.min(info.height, maxHeight)
      const input = await sharp(data)
        .extract({ left: 0, top: 0, width: info.width, height })
        .toBuffer()
      tiles.push({ input, left, top })
      left += info.width + gap
      lowest = Math.max(lowest, top + height)
    }
    right = Math.max(right, left)
    top = lowest + gap
  }
  return sharp({ create: { width: right, height: top, channels: 3, background: '#8a8f8c' } })
    .composite(tiles)
    .webp({ quality: 80 })
    .toBuffer()
}

function sheetPage(rows: Shot[][]): string {
  const figures = rows.map(
    (row) =>
      `<h2>${row[0]?.view}</h2><div>${row
        .map(
          ({ file, width, scheme }) =>
            `<a href="${file}"><img src="${file}" alt="${width} px, ${scheme}" title="${width} px, ${scheme}" width="${thumbWidths[width]}" loading="lazy"></a>`,
        )
        .join('')}</div>`,
  )
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Every page and state</title>
<style>
body { margin: 1rem; background: #8a8f8c; font: 1rem system-ui }
div { display: flex; gap: 1rem; align-items: start; overflow-x: auto }
a { max-height: 40rem; overflow: hidden; flex: none }
</style>
${figures.join('\n')}
</html>
`
}
