import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { pitchTexts } from '#content/pitch-texts.ts'
import type { Engine } from '../engines/engine-page.ts'
import { engines, startEngine } from '../engines/start-engine.ts'
import { ifItalian, launched, pitch } from './owner-content.ts'
import { expect, test } from './journey.ts'

// The main journeys in the engines of Safari and Firefox. Chromium's journeys are in the other files.

/** Looks more often than Playwright's own: most of a journey is waiting. */
const poll = <Value>(read: () => Value | Promise<Value>, message?: string) =>
  expect.poll(read, { intervals: [50], ...(message !== undefined && { message }) })

const phone = { width: 390, height: 844 }
const submit = 'form button[type=submit]'
const email = '#newsletter-email'

for (const name of ['webkit', 'firefox'] as const) {
  test.describe(name, () => {
    // One after another in one browser, whose start takes longer than a journey.
    test.describe.configure({ mode: 'default' })
    test.skip(name === 'webkit' && !engines.webkit, 'needs WebKit')
    test.skip(name === 'firefox' && !engines.firefox, 'needs Firefox')

    let engine: Engine
    test.beforeAll(async () => {
      engine = await startEngine(name)
    })
    test.afterAll(() => engine.stop())

    test('the menu opens, and closes by its button, Escape, a click outside and a link', async ({
      site,
    }) => {
      const page = await engine.open(phone)
      await page.goto(site.url)
      const isOpen = () => page.isVisible('#menu')
      const open = async () => {
        await poll(isOpen).toBe(false)
        await page.click('header button')
        await poll(isOpen).toBe(true)
      }
      await open()
      await page.click('header button')
      await open()
      await page.press('Escape')
      await open()
      await page.clickAt(195, 800)
      // iOS 17.0 to 18.2 doesn't close a popover by a tap outside.
      await page.evaluate(() => document.querySelector('#menu')!.setAttribute('popover', 'manual'))
      await open()
      await page.clickAt(195, 800)
      await open()
      await page.click('#menu li:nth-child(2) a')
      await poll(page.url).toBe(`${site.url}/about`)
      await page.back()
      await poll(page.url).toBe(`${site.url}/`)
      await poll(isOpen).toBe(false)
    })

    test('links are underlined as thick and in the colour that the design wants', async ({
      site,
    }) => {
      const page = await engine.open(phone)
      await page.goto(`${site.url}/about`)
      expect(await page.evaluate(underlineOf, 'main a .words')).toMatch(/^underline 1\.6/)
      await page.click('header button')
      const current = '#menu a[aria-current]'
      const thickAndGreen = `underline 2px ${await page.style('main a .words', 'text-decoration-color')}`
      await poll(() => page.evaluate(underlineOf, current)).toBe(thickAndGreen)
      // WebKit leaves a gap in the underline wherever words are spaced.
      await page.goto(`${site.url}/`)
      expect(await page.style('main li p > a', 'word-spacing')).toBe('0px')
    })

    test('an invalid address shows an error until the next keystroke, a valid one is stored', async ({
      site,
    }) => {
      const page = await engine.open(phone)
      await page.goto(site.url)
      await page.type(email, 'ada')
      await page.click(submit)
      const error = () => page.text('#newsletter-error')
      await poll(error).toBe('Please enter a valid email address')
      const border = await page.style(email, 'border-top-color')
      await page.type(email, '@example.com')
      await poll(error).toBe('')
      expect(border).not.toBe(await page.style(email, 'border-top-color'))
      await page.click(submit)
      await poll(() => page.text(submit)).toBe('Thank You!')
      expect(await page.evaluate(readValue, email)).toBe('')
      await poll(() => page.text(submit)).toBe(pitch.newsletter.button)
    })

    test('a message shows the confirmation and clears the fields', async ({ site }) => {
      const page = await engine.open(phone)
      await page.goto(`${site.url}/contact`)
      await page.type('#contact-name', 'Ada')
      await page.type('#contact-email', 'ada@example.com')
      await page.type('#contact-message', 'Two lines\nof words.')
      await page.click(submit)
      await poll(() => page.text('form [aria-live=polite]')).toBe(
        "Thank you for reaching out! We'll get back to you shortly.",
      )
      expect(await page.evaluate(readValue, '#contact-message')).toBe('')
    })

    test('a submit before React has loaded is held and then sent', async ({ site }) => {
      const page = await engine.open(phone)
      await page.goto(site.url)
      expect(await page.evaluate(submitAtOnce)).toBe('sending')
      await poll(() => page.text(submit)).toBe('Thank You!')
    })

    test('Back after a signup shows the form as it was before', async ({ site }) => {
      const page = await engine.open(phone)
      await page.goto(site.url)
      await page.type(email, 'back@example.com')
      await page.click(submit)
      await poll(() => page.text(submit)).toBe('Thank You!')
      await page.click('footer a[href="/terms"]')
      await poll(page.url).toBe(`${site.url}/terms`)
      await page.back()
      await poll(() => page.text(submit)).toBe(pitch.newsletter.button)
      await page.type(email, 'again@example.com')
      await page.click(submit)
      await poll(() => page.text(submit)).toBe('Thank You!')
    })

    for (const language of ifItalian(['it'] as const)) {
      test('an Italian signup says every state in Italian', async ({ site }) => {
        const page = await engine.open(phone)
        await page.goto(`${site.url}/it`)
        expect(await page.text(submit)).toBe(pitchTexts(language, launched).newsletter.button)
        await page.click(submit)
        await poll(() => page.text('#newsletter-error')).toBe('Inserisci un indirizzo email valido')
        await page.type(email, 'ada@example.com')
        await page.click(submit)
        await poll(() => page.text(submit)).toBe('Grazie!')
      })

      test('on an Italian phone words are hyphenated in long texts only', async ({ site }) => {
        const page = await engine.open(phone)
        for (const path of ['/it', '/it/about', '/it/contact', '/it/my-data']) {
          await page.goto(`${site.url}${path}`)
          expect(await page.evaluate(hyphenated, 'body *'), path).toEqual([])
        }
        await page.goto(`${site.url}/it/privacy`)
        expect(await page.evaluate(hyphenated, 'article p')).not.toEqual([])
      })
    }

    // In this order, because WebKit opens a new window for each other look.
    test('the dark scheme darkens the page, and with reduced motion nothing moves', async ({
      site,
    }) => {
      const light = await engine.open({ width: 1440 })
      await light.goto(site.url)
      const isLight = await light.style('body', 'background-color')
      expect(await light.evaluate(countAnimations)).toBeGreaterThan(0)
      const dark = await engine.open({ width: 1440, dark: true, reducedMotion: true })
      await dark.goto(site.url)
      // Firefox tells its other processes about a new look when it gets round to it.
      await poll(() => dark.style('body', 'background-color')).not.toBe(isLight)
      await poll(() => dark.evaluate(countAnimations)).toBe(0)
    })

    for (const path of ['/', '/about', '/contact', '/terms', '/questionnaire']) {
      test(`${path} looks the same in a window made narrow or wide as in one that is opened so`, async ({
        site,
      }) => {
        const page = await engine.open({ width: 390, reducedMotion: true })
        const sizes = [
          [390, 844],
          [844, 390],
          [1440, 900],
        ] as const
        const fresh: Record<string, string[]> = {}
        for (const [width, height] of sizes) {
          await page.resize(width, height)
          await page.goto(`${site.url}${path}`)
          fresh[width] = await page.evaluate(boxes)
        }
        for (const [width, height] of [...sizes].toReversed()) {
          await page.resize(width, height)
          await poll(() => page.evaluate(boxes), `${width} px`).toEqual(fresh[width])
        }
      })
    }

    test('without JavaScript the menu opens and both forms lead to their pages', async ({
      site,
    }) => {
      const page = await engine.open({ ...phone, noJavaScript: true })
      await page.goto(site.url)
      await page.click('header button')
      await poll(() => page.isVisible('#menu')).toBe(true)
      await page.press('Escape')
      await page.type(email, 'plain@example.com')
      await page.click(submit)
      await poll(page.url).toBe(`${site.url}/newsletter/thanks`)
      await page.goto(`${site.url}/contact`)
      await page.type('#contact-name', 'Ada')
      await page.type('#contact-email', 'ada@example.com')
      await page.type('#contact-message', 'Hello')
      await page.click(submit)
      await poll(page.url).toBe(`${site.url}/contact/thanks`)
    })

    for (const path of name === 'firefox' ? ['/', '/about', '/contact', '/terms'] : []) {
      test(`the first sheet of ${path} on paper begins with its heading and text`, async ({
        site,
      }) => {
        // Firefox prints animations as they are at that moment.
        const page = await engine.open({ reducedMotion: true })
        await page.goto(`${site.url}${path}`)
        const heading = await page.text('h1')
        const file = join(mkdtempSync(join(tmpdir(), 'printed-')), 'page.pdf')
        writeFileSync(file, await page.print())
        // Firefox's own viewer tells what is on each sheet.
        await page.goto(pathToFileURL(file).href)
        const first = () => page.text('.page[data-page-number="1"] .textLayer')
        await poll(async () => plain(await first())).toContain(plain(heading))
        expect(plain(await first()).length).toBeGreaterThan(plain(heading).length + 100)
      })
    }
  })
}

function readValue(selector: string) {
  return document.querySelector<HTMLInputElement>(selector)!.value
}

function underlineOf(selector: string) {
  const style = getComputedStyle(document.querySelector(selector)!)
  return `${style.textDecorationLine} ${style.textDecorationThickness} ${style.textDecorationColor}`
}

function hyphenated(selector: string) {
  return [...document.querySelectorAll(selector)]
    .filter((element) => getComputedStyle(element).hyphens === 'auto')
    .map((element) => element.outerHTML.slice(0, 80))
}

/** Only letters: lines end elsewhere on paper. */
const plain = (text: string) => text.replace(/\P{L}/gu, '')

function countAnimations() {
  return document.getAnimations().length
}

/** In one task, so that no script can load before it ends. */
function submitAtOnce() {
  document.querySelector<HTMLInputElement>('#newsletter-email')!.value = 'early@example.com'
  document.querySelector<HTMLButtonElement>('form button[type=submit]')!.click()
  return document.querySelector<HTMLElement>('[data-island]')!.dataset['held']
}

/** The place and size of everything that can be seen. */
function boxes() {
  return [...document.querySelectorAll('body *')].flatMap((element) => {
    if (!element.checkVisibility()) return []
    const { left, top, width, height } = element.getBoundingClientRect()
    const box = [left + scrollX, top + scrollY, width, height].map(Math.round)
    return `${element.tagName} ${element.id} ${String(box)}`
  })
}
