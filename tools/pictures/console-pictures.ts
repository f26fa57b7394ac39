import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser } from '@playwright/test'
import { openDatabase } from '#database/open-database.ts'
import { consoleViews } from '../../test/journeys/console-views.ts'
import { fillConsole } from '../../test/support/console-data.ts'
import { startBuiltConsole } from '../../test/support/start-built-console.ts'
import type { Shot } from './contact-sheet.ts'

const sizes = [
  { width: 390, height: 844 },
  { width: 1440, height: 900 },
]

/** Every page of the console with a little data, on a phone and a desktop, light and dark: one row for each. */
export async function photographConsole(browser: Browser, folder: string): Promise<Shot[][]> {
  const dir = mkdtempSync(join(tmpdir(), 'console-'))
  const database = await openDatabase({ kind: 'sqlite', file: join(dir, 'site.db') })
  await fillConsole(database.db, new Date())
  await database.close()
  const owner = await startBuiltConsole({ DATA_DIR: dir })
  const page = await browser.newPage()
  const rows: Shot[][] = []
  try {
    await page.goto(owner.link)
    const base = page.url()
    await page.getByText(/^Checked/).waitFor()
    for (const { name, path } of consoleViews) {
      await page.goto(`${base}${path}`)
      await page.evaluate(() => document.fonts.ready)
      const row: Shot[] = []
      for (const scheme of ['light', 'dark'] as const) {
        for (const size of sizes) {
          await page.emulateMedia({ colorScheme: scheme })
          await page.setViewportSize(size)
          const file = `${name.replace(/\W+/g, '-')}-${size.width}-${scheme}.jpg`
          await page.screenshot({
            path: join(folder, file),
            fullPage: true,
            type: 'jpeg',
            quality: 85,
          })
          row.push({ view: name, width: size.width, scheme, file })
        }
      }
      rows.push(row)
    }
  } finally {
    await page.close()
    await owner.stop()
  }
  return rows
}
