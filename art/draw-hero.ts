import sharp from 'sharp'
import { type Composition, middle, tall, wide } from './composition.ts'
import type { Drawing } from './drawing.ts'
import { dark, light, type Palette } from './palette.ts'
import { drawScene } from './scene.ts'

const avif = { quality: 62, effort: 6 }
const webp = { quality: 72, effort: 6 }
const jpeg = { quality: 74, mozjpeg: true }

/** The hero in every composition, scheme, width and format, such as hero/wide-light-1440.avif. */
export function drawHero(): Drawing[] {
  return [
    drawCut('wide-light', wide, light, [1024, 1440, 1920, 2560]),
    drawCut('wide-dark', wide, dark, [1024, 1440, 1920, 2560]),
    drawCut('middle-light', middle, light, [800, 1536]),
    drawCut('middle-dark', middle, dark, [800, 1536]),
    drawCut('tall-light', tall, light, [400, 780, 1170]),
    drawCut('tall-dark', tall, dark, [400, 780, 1170]),
  ]
}

function drawCut(name: string, scene: Composition, palette: Palette, widths: number[]): Drawing {
  const svg = drawScene(scene, palette)
  let drawn: Promise<Buffer> | undefined
  const resize = async (width: number) => {
    drawn ??= sharp(Buffer.from(svg)).removeAlpha().png().toBuffer()
    return sharp(await drawn).resize({ width, kernel: 'lanczos3' })
  }
  const files = widths.flatMap((width) => {
    const path = `hero/${name}-${width}`
    return [
      [`${path}.avif`, async () => (await resize(width)).avif(avif).toBuffer()],
      [`${path}.webp`, async () => (await resize(width)).webp(webp).toBuffer()],
      [`${path}.jpg`, async () => (await resize(width)).jpeg(jpeg).toBuffer()],
    ] as const
  })
  const source = `${svg}${JSON.stringify({ widths, avif, webp, jpeg })}`
  return { name: `hero/${name}`, source, files: Object.fromEntries(files) }
}
