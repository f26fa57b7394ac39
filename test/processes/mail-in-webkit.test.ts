import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { colour } from '#colours.ts'
import { letterPreviews, sampleMails } from '#dev/sample-mails.ts'
import { withPictures } from '#mail/mail-pictures.ts'
import { fillLetter, renderLetter } from '#letters/letter-mail.tsx'
import { engines, startEngine } from '../engines/start-engine.ts'

const publicUrl = 'https://www.example.com'

test.runIf(engines.webkit)(
  'every mail fits into a window of 390 pixels in WebKit, light and dark (needs WebKit)',
  async () => {
    const { letters } = await letterPreviews(publicUrl)
    const mails = [...sampleMails(publicUrl), ...letters, ['wide', await wideLetter()] as const]
    const webkit = await startEngine('webkit')
    try {
      for (const scheme of ['light', 'dark'] as const) {
        const page = await webkit.open({ width: 390, dark: scheme === 'dark' })
        for (const [name, { html }] of mails) {
          const seen = await page.evaluate(measure, html)
          expect(seen, `${name}, ${scheme}`).toEqual({
            window: 390,
            widest: 390,
            brokenTitles: [],
            paper: rgb(colour('paper')[scheme]),
          })
        }
      }
    } finally {
      await webkit.stop()
    }
  },
)

/** Quicker than opening each mail as a page. */
function measure(html: string) {
  document.open()
  document.write(html)
  document.close()
  return {
    window: innerWidth,
    widest: document.documentElement.scrollWidth,
    brokenTitles: [...document.querySelectorAll('th')].flatMap(({ firstChild: text }) => {
      const words = [...text!.textContent!.matchAll(/\S+/g)]
      const boxes = words.map(({ 0: word, index }) => {
        const range = document.createRange()
        range.setStart(text!, index)
        range.setEnd(text!, index + word.length)
        return range.getClientRects().length
      })
      return boxes.some((lines) => lines > 1) ? text!.textContent : []
    }),
    paper: getComputedStyle(document.body).backgroundColor,
  }
}

function rgb(hex: string): string {
  const [red, green, blue] = hex.match(/\w\w/g)!.map((part) => Number.parseInt(part, 16))
  return `rgb(${red}, ${green}, ${blue})`
}

/** With a picture and an address that are wider than a phone. */
async function wideLetter() {
  const lettersDir = mkdtempSync(join(tmpdir(), 'letters-'))
  await sharp({ create: { width: 1200, height: 600, channels: 3, background: '#0f2b23' } })
    .png()
    .toFile(join(lettersDir, 'screen.png'))
  const body = `![The tool](screen.png)\n\nRead <https://www.example.com/${'long'.repeat(40)}>.`
  const text = { subject: 'Wide', preview: null, body, isSample: false, isPublic: false }
  const settings = { publicUrl, sender: '', lettersDir }
  const letter = await renderLetter({ name: 'wide', origin: 'file', texts: { en: text } }, settings)
  const reader = { id: crypto.randomUUID(), confirmedAt: new Date(), language: 'en' as const }
  const mail = fillLetter(letter, 'no secret', reader)
  return { html: withPictures(mail.html, mail.pictures) }
}
