import { readFileSync } from 'node:fs'
import { chromium } from '@playwright/test'
import sharp from 'sharp'
import { chromiumFlags, findChromium } from '../chromium.mjs'
import { site } from '../../src/content/content.ts'
import { pitchTexts } from '../../src/content/pitch-texts.ts'
import type { Words } from '../../src/language.ts'
import { drawLogo } from '../../src/logo.ts'
import { social } from './composition.ts'
import type { Drawing } from './drawing.ts'
import { light } from './palette.ts'
import { drawScene } from './scene.ts'
import { colour } from './site-colours.ts'

const words = {
  en: {
    name: 'social-card',
    picture: 'rows of a questionnaire that rise into hills at dawn, with the words',
    quote: (text: string) => `“${text}”`,
  },
  it: {
    name: 'social-card.it',
    picture: 'le righe di un questionario diventano colline all’alba, con le parole',
    quote: (text: string) => `«${text}»`,
  },
} satisfies Words

/** The 1200 × 630 previews of links before and after the launch: the hero with its headline, and their texts. */
export function drawSocialCard(): Drawing[] {
  const stages = [
    { launched: false, ending: '' },
    { launched: true, ending: '.launched' },
  ] as const
  const cards = site.languages.flatMap((language) =>
    stages.map((stage) => ({ language, ...stage })),
  )
  return cards.map(({ language, launched, ending }) => {
    const { picture, quote } = words[language]
    const name = `${words[language].name}${ending}`
    const { headline } = pitchTexts(language, launched)
    const html = layOut(headline)
    const text = `${site.brand}: ${picture} ${quote(headline)}\n`
    return {
      name,
      source: `${html}${text}`,
      files: { [`${name}.jpg`]: () => photograph(html), [`${name}.txt`]: async () => text },
    }
  })
}

function layOut(headline: string): string {
  const face = readFileSync(new URL('../../dist/fonts/newsreader.woff2', import.meta.url))
  const ink = colour('ink').light
  const logo = drawLogo({ ink, accent: colour('accent').light, weight: 3 })
  return `<style>
      @font-face { font-family: N; src: url(data:font/woff2;base64,${face.toString('base64')}) }
      body { margin: 0; color: ${ink}; font-family: N }
      svg { position: absolute; inset: 0 }
      p, h1 { position: absolute; left: 80px; margin: 0; font-weight: 400 }
      p { top: 50px; font-size: 40px; letter-spacing: -.02em; padding-left: 58px }
      p svg { inset: -7px auto auto -5px; width: 48px }
      h1 { top: 126px; width: 700px; font-size: 64px; line-height: 1.03; letter-spacing: -.03em }
    </style>${drawScene(social, light)}<p><svg viewBox="0 0 32 32">${logo}</svg>${asHtml(site.brand)}</p>
    <h1>${asHtml(headline)}</h1>`
}

async function photograph(html: string): Promise<Buffer> {
  const executablePath = findChromium()
  const browser = await chromium.launch({
    ...(executablePath === undefined ? {} : { executablePath }),
    args: chromiumFlags,
  })
  const { width, height } = social
  // At twice the size, because at 1:1 the letters would snap to whole pixels.
  const page = await browser.newPage({ viewport: { width, height }, deviceScaleFactor: 2 })
  await page.setContent(html)
  await page.evaluate(() => document.fonts.ready)
  const shot = await page.screenshot()
  await browser.close()
  return await sharp(shot).resize(width).jpeg({ quality: 84, mozjpeg: true }).toBuffer()
}

function asHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
}
