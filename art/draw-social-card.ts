import { readFile, writeFile } from 'node:fs/promises'
import { chromium } from '@playwright/test'
import sharp from 'sharp'
import { chromiumFlags, findChromium } from '../scripts/chromium.mjs'
import { site } from '../src/content/content.ts'
import { homeTitles } from '../src/content/home-titles.ts'
import { social } from './composition.ts'
import { light } from './palette.ts'
import { drawScene } from './scene.ts'
import { colour } from './site-colours.ts'

/** The 1200 × 630 picture that other sites show beside a link: the hero with its headline, and in words. */
export async function drawSocialCard(images: URL): Promise<void> {
  const face = await readFile(new URL('../dist/fonts/newsreader.woff2', import.meta.url))
  const mark = `<svg viewBox="0 0 32 32" fill="none" stroke-width="3" stroke-linecap="round" stroke-linejoin="round"><path stroke="${colour('ink').light}" d="M4 8h10M4 15.5h6.5"/><path stroke="${colour('accent').light}" d="M4 23h4.5l5.5 4.5L28.5 5"/></svg>`
  const headline = site.launched ? homeTitles.live : homeTitles.comingSoon
  const executablePath = findChromium()
  const browser = await chromium.launch({
    ...(executablePath === undefined ? {} : { executablePath }),
    args: chromiumFlags,
  })
  const { width, height } = social
  // Drawn twice as large: at its own size the letters would stand on whole pixels.
  const page = await browser.newPage({ viewport: { width, height }, deviceScaleFactor: 2 })
  await page.setContent(
    `<style>
      @font-face { font-family: N; src: url(data:font/woff2;base64,${face.toString('base64')}) }
      body { margin: 0; color: ${colour('ink').light}; font-family: N }
      svg { position: absolute; inset: 0 }
      p, h1 { position: absolute; left: 80px; margin: 0; font-weight: 400 }
      p { top: 50px; font-size: 40px; letter-spacing: -.02em; padding-left: 58px }
      p svg { inset: -7px auto auto -5px; width: 48px }
      h1 { top: 126px; width: 700px; font-size: 64px; line-height: 1.03; letter-spacing: -.03em }
    </style>${drawScene(social, light)}<p>${mark}${asHtml(site.brand)}</p>
    <h1>${asHtml(headline)}</h1>`,
  )
  await page.evaluate(() => document.fonts.ready)
  const picture = sharp(await page.screenshot())
    .resize(width)
    .jpeg({ quality: 84, mozjpeg: true })
  await writeFile(new URL('social-card.jpg', images), await picture.toBuffer())
  await writeFile(
    new URL('social-card.txt', images),
    `${site.brand}: ${scene}, with the words “${headline}”\n`,
  )
  await browser.close()
}

const scene = 'rows of a questionnaire that rise into green hills at dawn'

function asHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
}
