// Drives Debian's WebKit (the engine of Safari) and Firefox, which Playwright can't. In a test:
//
//   import { engines, startEngine } from '../engines/start-engine.ts'
//   const engine = await startEngine('webkit')            // once per file: Firefox takes some seconds
//   const page = await engine.open({ width: 390, dark: true })
//   await page.goto(site.url)                             // or: await page.show('<!doctype html>…')
//   await page.click('form button[type=submit]')          // a real click, which waits for the element
//   await expect.poll(() => page.text('h1')).toBe('Thank You!')
//   const width = await page.evaluate((name) => document.querySelector(name)!.clientWidth, 'main')
//   await engine.stop()
//
// Elements are found by CSS selector. `evaluate` runs in the page, without anything from outside but its arguments.

import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

/** A command of WebDriver by its name there, with its parameters. */
export type Send = (command: string, parameters?: object) => Promise<unknown>

export interface Look {
  width?: number
  height?: number
  dark?: boolean
  reducedMotion?: boolean
  noJavaScript?: boolean
}

export interface Engine {
  /** The one page of the browser, with this look. It keeps what it showed in Firefox, and is empty in WebKit. */
  open(look?: Look): Promise<EnginePage>
  stop(): Promise<void>
}

export type EnginePage = ReturnType<typeof createEnginePage>

const keys = { Escape: '\uE00C', Enter: '\uE007', Tab: '\uE004' }

export function createEnginePage(send: Send) {
  const evaluate = async <Arguments extends unknown[], Result>(
    script: (...given: Arguments) => Result,
    ...given: Arguments
  ) => {
    const call = { script: `return (${String(script)})(...arguments)`, args: given }
    return (await send('ExecuteScript', call)) as Awaited<Result>
  }
  const find = async (selector: string) => {
    const found = await send('FindElement', { using: 'css selector', value: selector })
    return { id: Object.values(found as Record<string, string>)[0] }
  }
  const act = (type: string, ...actions: object[]) =>
    send('PerformActions', { actions: [{ type, id: type, actions }] })
  return {
    evaluate,
    goto: (url: string) => send('Navigate', { url }),
    /** Shows HTML that no server has: a mail, for example. */
    async show(html: string) {
      const file = join(mkdtempSync(join(tmpdir(), 'shown-')), 'index.html')
      writeFileSync(file, html)
      await send('Navigate', { url: pathToFileURL(file).href })
    },
    back: () => send('Back'),
    url: () => send('GetCurrentURL') as Promise<string>,
    click: async (selector: string) => send('ElementClick', await find(selector)),
    type: async (selector: string, text: string) =>
      send('ElementSendKeys', { ...(await find(selector)), text }),
    press: (key: keyof typeof keys) =>
      act('key', { type: 'keyDown', value: keys[key] }, { type: 'keyUp', value: keys[key] }),
    /** A click at a place of the window. */
    clickAt: (x: number, y: number) =>
      act(
        'pointer',
        { type: 'pointerMove', x, y },
        { type: 'pointerDown', button: 0 },
        { type: 'pointerUp', button: 0 },
      ),
    /** As it is seen: without hidden text. Undefined if there is no such element. */
    text: (selector: string) =>
      evaluate((name) => document.querySelector<HTMLElement>(name)?.innerText, selector),
    isVisible: (selector: string) =>
      evaluate((name) => document.querySelector(name)?.checkVisibility(), selector),
    style: (selector: string, property: string) =>
      evaluate(
        (name, wanted) => getComputedStyle(document.querySelector(name)!).getPropertyValue(wanted),
        selector,
        property,
      ),
    /** Sets the size of the window's content. */
    async resize(width: number, height = 844) {
      await send('SetWindowRect', { width, height })
    },
    /** The visible part, as a PNG. */
    screenshot: async () =>
      Buffer.from((await send('TakeScreenshot', { full: false })) as string, 'base64'),
    /** Only Firefox: the page as a PDF. */
    print: async () => Buffer.from((await send('Print')) as string, 'base64'),
  }
}
