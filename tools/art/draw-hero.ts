import sharp from 'sharp'
import { type Composition, finish, middle, tall, wide } from './composition.ts'
import type { Drawing } from './drawing.ts'
import { dark, light, type Palette } from './palette.ts'
import { drawScene } from './scene.ts'

const avif = { quality: 62, effort: 6 }
const webp = { quality: 72, effort: 6 }
const jpeg = { quality: 74, mozjpeg: true }

/**
 * The hero in every composition, scheme, width and format, such as hero/wide-light-1440.avif, and the finished one in
 * fewer.
 */
export function drawHero(): Drawing[] {
  const finished = {
    wide: finish(wide, { x: 0.674, y: 0.545, radius: 92 }),
    middle: finish(middle, { x: 0.525, y: 0.515, radius: 94 }),
    tall: finish(tall, { x: 0.522, y: 0.598, radius: 98 }),
  }
  return [
    drawCrop('wide-light', wide, light, [1024, 1440, 1920, 2560]),
    drawCrop('wide-dark', wide, dark, [1024, 1440, 1920, 2560]),
    drawCrop('middle-light', middle, light, [800, 1536]),
    drawCrop('middle-dark', middle, dark, [800, 1536]),
    drawCrop('tall-light', tall, light, [400, 780, 1170]),
    drawCrop('tall-dark', tall, dark, [400, 780, 1170]),
    drawCrop('finished-wide-light', finished.wide, light, [1440, 2560]),
    drawCrop('finished-wide-dark', finished.wide, dark, [1440, 2560]),
    drawCrop('finished-middle-light', finished.middle, light, [800, 1536]),
    drawCrop('finished-middle-dark', finished.middle, dark, [800, 1536]),
    drawCrop('finished-tall-light', finished.tall, light, [780, 1170]),
    drawCrop('finished-tall-dark', finished.tall, dark, [780, 1170]),
  ]
}

function drawCrop(name: string, scene: Composition, palette: Palette, widths: number[]): Drawing {
  const svg = drawScene(scene, palette)
  let drawn: Promise<Buffer> | undefined
  const resize = async (width: number) => {
    drawn ??= sharp(Buffer.from(svg)).removeAlpha().png().toBuffer()
    return sharp(await drawn).resize({ width, kernel: 'lanczos3' })
  }
  const files = widths.flatMap((width, index) => {
    const path = `hero/${name}-${width}`
    const encodings = [
      [`${path}.avif`, async () => (await resize(width)).avif(avif).toBuffer()],
      [`${path}.jpg`, async () => (await resize(width)).jpeg(jpeg).toBuffer()],
      [`${path}.webp`, async () => (await resize(width)).webp(webp).toBuffer()],
    ] as const
    // Few visitors see it: one JPEG is enough for browsers without AVIF.
    return scene.isFinished ? encodings.slice(0, index === 0 ? 2 : 1) : encodings
  })
  const source = `${svg}${JSON.stringify({ widths, avif, webp, jpeg })}`
  return { name: `hero/${name}`, source, files: Object.fromEntries(files) }
}
