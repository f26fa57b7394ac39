import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test as withoutConsole, type Page } from '@playwright/test'
import type { Target } from '#database/connect.ts'
import { openDatabase } from '#database/open-database.ts'
import { fillConsole } from '../support/console-data.ts'
import { startBuiltConsole, type RunningConsole } from '../support/start-built-console.ts'
import { consoleViews } from './console-views.ts'

type Data = 'none' | 'a little' | 'hostile'

/** Consoles that are stopped at the end of the test. */
export const test = withoutConsole.extend<{
  start: (
    data: Data,
    target?: Target,
    env?: Record<string, string>,
  ) => Promise<RunningConsole & { target: Target }>
}>({
  start: async ({}, use) => {
    const running: RunningConsole[] = []
    await use(async (data, target = newFile(), env = {}) => {
      const database = await openDatabase(target)
      if (data !== 'none') await fillConsole(database.db, new Date(), data === 'hostile')
      await database.close()
      const owner = await startBuiltConsole({
        DATA_DIR: newFolder(),
        DATABASE_URL: target.kind === 'sqlite' ? `sqlite:${target.file}` : target.url,
        SECRET: 'a secret of at least 32 characters',
        ...env,
      })
      running.push(owner)
      return { ...owner, target }
    })
    for (const owner of running) await owner.stop()
  },
})

const newFolder = () => mkdtempSync(join(tmpdir(), 'console-'))
const newFile = (): Target => ({ kind: 'sqlite', file: join(newFolder(), 'site.db') })

/** Opens the console, and collects the browser's complaints and every request to another address. */
export async function open(page: Page, { link }: RunningConsole) {
  const complaints: string[] = []
  page.on('console', (message) => void complaints.push(message.text()))
  page.on('pageerror', (error) => void complaints.push(error.message))
  page.on('request', (request) => {
    if (new URL(request.url()).origin !== new URL(link).origin) complaints.push(request.url())
  })
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto(link)
  return { base: page.url(), complaints }
}

/** Visits every view, and expects it to fit a phone and a desktop without a complaint of the browser. */
export async function visitAll(
  page: Page,
  owner: RunningConsole,
  inspect?: (name: string) => Promise<void>,
) {
  const { base, complaints } = await open(page, owner)
  for (const { name, path } of consoleViews) {
    await page.goto(`${base}${path}`, { waitUntil: 'domcontentloaded' })
    for (const width of [390, 1280]) {
      await page.setViewportSize({ width, height: 844 })
      const needed = await page.evaluate(() => document.documentElement.scrollWidth)
      expect({ name, needed }).toEqual({ name, needed: width })
    }
    await inspect?.(name)
  }
  // The browser itself reports each 404.
  expect(complaints.filter((words) => !words.includes('404'))).toEqual([])
}
