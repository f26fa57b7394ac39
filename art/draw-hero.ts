import { mkdir, rm, writeFile } from 'node:fs/promises'
import sharp from 'sharp'
import { middle, tall, wide } from './composition.ts'
import { dark, light } from './palette.ts'
import { drawScene } from './scene.ts'

const cuts = [
  { name: 'wide-light', svg: () => drawScene(wide, light), widths: [1024, 1440, 1920, 2560] },
  { name: 'wide-dark', svg: () => drawScene(wide, dark), widths: [1024, 1440, 1920, 2560] },
  { name: 'middle-light', svg: () => drawScene(middle, light), widths: [800, 1536] },
  { name: 'middle-dark', svg: () => drawScene(middle, dark), widths: [800, 1536] },
  { name: 'tall-light', svg: () => drawScene(tall, light), widths: [400, 780, 1170] },
  { name: 'tall-dark', svg: () => drawScene(tall, dark), widths: [400, 780, 1170] },
]

/** Writes the hero in every cut, width and format, as content/images/hero/wide-light-1440.avif. */
export async function drawHero(folder: URL, onCut: (name: string) => void): Promise<void> {
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  for (const { name, svg, widths } of cuts) {
    onCut(name)
    const drawn = await sharp(Buffer.from(svg())).removeAlpha().png().toBuffer()
    for (const width of widths) {
      const picture = () => sharp(drawn).resize({ width, kernel: 'lanczos3' })
      const file = (format: string) => new URL(`${name}-${width}.${format}`, folder)
      await writeFile(file('avif'), await picture().avif({ quality: 62, effort: 6 }).toBuffer())
      await writeFile(file('webp'), await picture().webp({ quality: 72, effort: 6 }).toBuffer())
      await writeFile(file('jpg'), await picture().jpeg({ quality: 74, mozjpeg: true }).toBuffer())
    }
  }
}
