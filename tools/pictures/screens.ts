import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser } from '@playwright/test'
import { openDatabase } from '#database/open-database.ts'
import { consoleViews } from '../../test/journeys/console-views.ts'
import { openView, views } from '../../test/journeys/views.ts'
import { fillConsole } from '../../test/support/console-data.ts'
import { freePort } from '../../test/support/free-port.ts'
import { startBuiltConsole } from '../../test/support/start-built-console.ts'
import { photograph, type Shot } from './photograph.ts'

/** Every page and state of the site. */
export async function photographSite(browser: Browser, url: string): Promise<Shot[]> {
  const waiting = [...views]
  const shots: Shot[] = []
  const photographer = async () => {
    for (let view = waiting.shift(); view; view = waiting.shift()) {
      // An open menu covers the window, not the whole page.
      const isMenu = view.under !== undefined
      const widths = isMenu ? [390] : [390, 768, 1440, 2560]
      const viewport = { width: widths.at(-1)!, height: 1300 }
      const page = await browser.newPage({ baseURL: url, viewport, reducedMotion: 'reduce' })
      await openView(page, view)
      shots.push(...(await photograph(page, { view: view.name, widths, fullPage: !isMenu })))
      await page.close()
    }
  }
  await Promise.all([photographer(), photographer()])
  return shots
}

/** Every page of the console with a little data. */
export async function photographConsole(browser: Browser): Promise<Shot[]> {
  const dir = mkdtempSync(join(tmpdir(), 'console-'))
  const database = await openDatabase({ kind: 'sqlite', file: join(dir, 'site.db') })
  await fillConsole(database.db, new Date())
  await database.close()
  const owner = await startBuiltConsole({ DATA_DIR: dir })
  const page = await browser.newPage()
  const shots: Shot[] = []
  try {
    await page.goto(owner.link)
    const base = page.url()
    await page.getByText(/^Checked/).waitFor()
    for (const { name, path } of consoleViews) {
      await page.goto(`${base}${path}`)
      await page.evaluate(() => document.fonts.ready)
      shots.push(...(await photograph(page, { view: name, widths: [390, 1440] })))
    }
  } finally {
    await page.close()
    await owner.stop()
  }
  return shots
}

/** Every letter and sample of /dev/mail. */
export async function photographMails(browser: Browser): Promise<Shot[]> {
  const { url, stop } = await startDev()
  const page = await browser.newPage()
  const mail = await browser.newPage()
  const shots: Shot[] = []
  try {
    await page.goto(`${url}/dev/mail`, { timeout: 120_000 })
    const links = page.locator('a[href^="/dev/mail/letters/"], a[href^="/dev/mail/samples/"]')
    const paths = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')!))
    for (const path of paths) {
      await page.goto(url + path)
      await mail.setContent((await page.locator('iframe').getAttribute('srcdoc'))!)
      const view = path.replace('/dev/mail/', 'mail ')
      shots.push(...(await photograph(mail, { view, widths: [390, 900] })))
    }
  } finally {
    await page.close()
    await mail.close()
    await stop()
  }
  return shots
}

/** On scratch data. */
async function startDev() {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const dir = mkdtempSync(join(tmpdir(), 'mails-'))
  const child = spawn(process.execPath, ['node_modules/vite/bin/vite.js', 'dev'], {
    env: { PATH: process.env['PATH'], PORT: String(port), PUBLIC_URL: url, DATA_DIR: dir },
    stdio: 'ignore',
  })
  const exited = once(child, 'exit')
  while (child.exitCode === null && !(await fetch(`${url}/dev/mail`).catch(() => undefined))) {
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
  const stop = async () => {
    child.kill()
    await exited
  }
  return { url, stop }
}
