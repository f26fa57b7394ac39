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
    /** As it is seen: without hidden text. Empty if there is no such element. */
    text: (selector: string) =>
      evaluate((name) => document.querySelector<HTMLElement>(name)?.innerText ?? '', selector),
    isVisible: (selector: string) =>
      evaluate((name) => document.querySelector(name)?.checkVisibility() ?? false, selector),
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
    /** Only Firefox: what a screen reader is told about an element. */
    exposed: async (selector: string) => {
      const script = `return (${String(readAccessible)})(...arguments)`
      const call = { script, args: [selector], sandbox: 'system' }
      return (await send('ExecuteScript', call)) as ReturnType<typeof readAccessible>
    },
    /** Only Firefox: the page as a PDF. */
    print: async () => Buffer.from((await send('Print')) as string, 'base64'),
  }
}

declare const Components: {
  classes: Record<string, { getService(type: unknown): AccessibilityService }>
  interfaces: Record<string, unknown>
}

interface AccessibilityService {
  getAccessibleFor(node: Element): Accessible | null
}

interface Attributes {
  has(name: string): boolean
  getStringProperty(name: string): string
}

/** A part of Firefox's interfaces nsIAccessible and nsIAccessibleText. */
interface Accessible {
  description: string
  attributes: Attributes
  getState(state: { value?: number }, extraState: object): void
  getTextAttributes(withDefaults: boolean, offset: number, from: object, to: object): Attributes
  QueryInterface(type: unknown): void
}

/** Runs in the page with Firefox's own rights. */
function readAccessible(selector: string) {
  const { classes, interfaces } = Components
  const service = classes['@mozilla.org/accessibilityService;1']!.getService(
    interfaces['nsIAccessibilityService'],
  )
  const accessible = service.getAccessibleFor(document.querySelector(selector)!)
  // Firefox prepares a page after the first question about it.
  if (!accessible) return undefined
  const { description, attributes } = accessible
  const read = (from: Attributes, key: string) =>
    from.has(key) ? from.getStringProperty(key) : undefined
  const state: { value?: number } = {}
  accessible.getState(state, {})
  const stateInvalid = 0x10000000
  // Like Orca: the state is the browser's own opinion, and the text attribute, which is `aria-invalid`, overrules it.
  accessible.QueryInterface(interfaces['nsIAccessibleText'])
  const stated = read(accessible.getTextAttributes(true, 0, {}, {}), 'invalid')
  return {
    description,
    live: read(attributes, 'live'),
    isInvalid: (state.value! & stateInvalid) !== 0 && stated !== 'false',
  }
}
