import { mkdir, writeFile } from 'node:fs/promises'
import sharp from 'sharp'
import { colour } from './site-colours.ts'

const ground = colour('ground').light
const paper = colour('paper').light
const tick = colour('accent').dark

/** The logo's rows and tick, in a 32-pixel square. */
const mark = (rows: string, stroke: string) =>
  `<g fill="none" stroke-width="3" stroke-linecap="round" stroke-linejoin="round"><path d="M6 9h9M6 15.5h6" stroke="${rows}"/><path d="M6 22h3.5l5 4.5L26.5 7" stroke="${stroke}"/></g>`

const framed = (inner: string, corner: number) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="${corner}" fill="${ground}"/>${inner}</svg>`

/** Writes the favicon (SVG with a dark variant, ICO), the phone's icon and those of the manifest. */
export async function drawIcons(folder: URL): Promise<void> {
  await mkdir(folder, { recursive: true })
  const rounded = framed(mark(paper, tick), 7)
  // Lighter in the dark, where the tab around it has the tile's own colour.
  const inTheDark = '<style>@media(prefers-color-scheme:dark){rect{fill:#245546}}</style>'
  const square = framed(mark(paper, tick), 0)
  // A maskable icon may lose everything outside of its inner four fifths.
  const maskable = framed(
    `<g transform="translate(16 16) scale(.68) translate(-16 -16)">${mark(paper, tick)}</g>`,
    0,
  )
  const save = async (name: string, bytes: Uint8Array | string) =>
    await writeFile(new URL(name, folder), bytes)
  await save('favicon.svg', rounded.replace('<rect', `${inTheDark}<rect`))
  await save(
    'favicon.ico',
    icoOf(await Promise.all([16, 32, 48].map((size) => png(rounded, size)))),
  )
  await save('apple-touch-icon.png', await png(square, 180))
  await save('icon-192.png', await png(rounded, 192))
  await save('icon-512.png', await png(rounded, 512))
  await save('icon-maskable-512.png', await png(maskable, 512))
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
