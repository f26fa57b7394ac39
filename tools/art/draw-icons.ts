import sharp from 'sharp'
import { drawLogo } from '../../src/logo.ts'
import type { Drawing } from './drawing.ts'
import { light } from './palette.ts'
import { colour } from './site-colours.ts'

/** The favicon (SVG with a dark variant, ICO), the phone's icon and those of the manifest. */
export function drawIcons(): Drawing[] {
  const rounded = drawTile(0.86, 7)
  const square = drawTile(0.86, 0)
  // Only the inner 80 % of a maskable icon are always visible.
  const maskable = drawTile(0.58, 0)
  // Lighter in the dark scheme, where the browser's tab has the colour of the tile.
  const inTheDark = `<style>@media(prefers-color-scheme:dark){.tile{fill:${light.tones[4]?.crest}}}</style>`
  const favicon = rounded.replace('<rect', `${inTheDark}<rect`)
  const ico = async () => icoOf(await Promise.all([16, 32, 48].map((size) => png(rounded, size))))
  return [
    {
      name: 'icons',
      source: [favicon, square, maskable].join('\n'),
      files: {
        'icons/favicon.svg': async () => favicon,
        'icons/favicon.ico': ico,
        'icons/apple-touch-icon.png': () => png(square, 180),
        'icons/icon-192.png': () => png(rounded, 192),
        'icons/icon-512.png': () => png(rounded, 512),
        'icons/icon-maskable-512.png': () => png(maskable, 512),
      },
    },
  ]
}

/** The logo on a tile of the ground's colour. */
function drawTile(scale: number, corner: number): string {
  const [ink, accent] = [colour('paper').light, colour('accent').dark]
  const logo = drawLogo({ ink, accent, weight: 3.5 })
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect class="tile" width="32" height="32" rx="${corner}" fill="${colour('ground').light}"/><g transform="translate(16 16) scale(${scale}) translate(-16 -16)">${logo}</g></svg>`
}

async function png(svg: string, size: number): Promise<Buffer> {
  return await sharp(Buffer.from(svg), { density: (72 * size) / 32 })
    .resize(size, size)
    .png({ palette: true })
    .toBuffer()
}

/** An ICO file is a list of sizes, then the PNG pictures themselves. */
function icoOf(pictures: Buffer[]): Buffer {
  const head = Buffer.alloc(6 + 16 * pictures.length)
  head.writeUInt16LE(1, 2)
  head.writeUInt16LE(pictures.length, 4)
  let offset = head.length
  for (const [index, picture] of pictures.entries()) {
    const at = 6 + 16 * index
    head.writeUInt8(picture.readUInt32BE(16), at)
    head.writeUInt8(picture.readUInt32BE(20), at + 1)
    head.writeUInt16LE(1, at + 4)
    head.writeUInt16LE(32, at + 6)
    head.writeUInt32LE(picture.length, at + 8)
    head.writeUInt32LE(offset, at + 12)
    offset += picture.length
  }
  return Buffer.concat([head, ...pictures])
}
