import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser } from '@playwright/test'
import { freePort } from '../../test/support/free-port.ts'
import type { Shot } from './contact-sheet.ts'

const sizes = [
  { width: 390, height: 844 },
  { width: 900, height: 900 },
]

/** Every letter and sample of /dev/mail, narrow and wide, light and dark: one row for each. */
export async function photographMails(browser: Browser, folder: string): Promise<Shot[][]> {
  const { url, stop } = await startDev()
  const page = await browser.newPage()
  try {
    await page.goto(`${url}/dev/mail`, { timeout: 120_000 })
    const links = page.locator('a[href^="/dev/mail/letters/"], a[href^="/dev/mail/samples/"]')
    const paths = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')!))
    const rows: Shot[][] = []
    for (const path of paths) {
      await page.goto(url + path)
      const html = await page.locator('iframe').getAttribute('srcdoc')
      const mail = await browser.newPage()
      await mail.setContent(html!)
      const view = path.replace('/dev/mail/', 'mail ')
      const row: Shot[] = []
      for (const scheme of ['light', 'dark'] as const) {
        for (const size of sizes) {
          await mail.emulateMedia({ colorScheme: scheme })
          await mail.setViewportSize(size)
          const file = `${view.replace(/\W+/g, '-')}-${size.width}-${scheme}.jpg`
          const picture = { path: join(folder, file), type: 'jpeg', quality: 85 } as const
          await mail.screenshot({ ...picture, fullPage: true })
          row.push({ view, width: size.width, scheme, file })
        }
      }
      await mail.close()
      rows.push(row)
    }
    return rows
  } finally {
    await page.close()
    await stop()
  }
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
