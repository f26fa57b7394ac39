import { mkdir, writeFile } from 'node:fs/promises'
import { social, tall, wide } from './composition.ts'
import { dark, light } from './palette.ts'
import { drawScene } from './scene.ts'

export async function drawHero(folder: URL): Promise<void> {
  const pictures = {
    'hero-wide-light.svg': drawScene(wide, light),
    'hero-wide-dark.svg': drawScene(wide, dark),
    'hero-tall-light.svg': drawScene(tall, light),
    'hero-tall-dark.svg': drawScene(tall, dark),
    'hero-social.svg': drawScene(social, light),
  }
  await mkdir(folder, { recursive: true })
  await Promise.all(
    Object.entries(pictures).map(([name, svg]) => writeFile(new URL(name, folder), svg)),
  )
}

if (import.meta.main) await drawHero(new URL('../content/images/', import.meta.url))
