import { writeFileSync } from 'node:fs'
import type { Browser } from '@playwright/test'
import sharp from 'sharp'

const file = 'docs/site.webp'
const background = '#d9dcd6'

/** Draws README's picture: the home page on a desktop in light and on a phone in dark colours. */
export async function drawReadmePicture(browser: Browser, url: string) {
  const desktop = await photograph(browser, url, { width: 1440, height: 900 }, 'light')
  const phone = await photograph(browser, url, { width: 390, height: 844 }, 'dark')
  const picture = sharp({ create: { width: 1600, height: 900, channels: 3, background } })
  const bytes = await picture
    .composite([
      { input: await framed(desktop, 1200), left: 60, top: 75 },
      { input: await framed(phone, 330), left: 1210, top: 135 },
    ])
    // The fine green lines of the logo would turn pink with plain 4:2:0 chroma.
    .webp({ quality: 82, smartSubsample: true })
    .toBuffer()
  writeFileSync(file, bytes)
  console.log(`${file}, ${Math.round(bytes.length / 1024)} KB`)
}

async function photograph(
  browser: Browser,
  url: string,
  viewport: { width: number; height: number },
  colorScheme: 'light' | 'dark',
): Promise<Buffer> {
  const page = await browser.newPage({
    viewport,
    colorScheme,
    reducedMotion: 'reduce',
    deviceScaleFactor: 2,
  })
  await page.goto(url, { waitUntil: 'networkidle' })
  const shot = await page.screenshot()
  await page.close()
  return shot
}

async function framed(shot: Buffer, width: number): Promise<Buffer> {
  const { data, info } = await sharp(shot).resize({ width }).toBuffer({ resolveWithObject: true })
  const corners = `<svg width="${info.width}" height="${info.height}"><rect width="100%" height="100%" rx="18"/></svg>`
  return sharp(data)
    .composite([{ input: Buffer.from(corners), blend: 'dest-in' }])
    .png()
    .toBuffer()
}
