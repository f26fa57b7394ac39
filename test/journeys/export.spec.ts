import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join } from 'node:path'
import { startSite } from '../support/start-site.ts'
import { ifItalian, pitch } from './owner-content.ts'
import { expect, test } from './journey.ts'

const types: Record<string, string> = { '.html': 'text/html', '.js': 'text/javascript' }

/** A static file host configured as docs/deploy.md says. */
async function startHost() {
  const host = createServer((request, response) => {
    const { pathname } = new URL(request.url!, 'http://host')
    const found = [pathname, `${pathname}.html`, `${pathname}index.html`]
      .map((path) => join('dist/static', path))
      .find((file) => existsSync(file) && extname(file) !== '')
    const file = found ?? 'dist/static/404.html'
    response.writeHead(found ? 200 : 404, { 'Content-Type': types[extname(file)] ?? 'image/avif' })
    response.end(readFileSync(file))
  })
  host.listen(0, '127.0.0.1')
  await once(host, 'listening')
  const url = `http://127.0.0.1:${(host.address() as AddressInfo).port}`
  return { url, close: () => host.close() }
}

test('forms on exported pages on another origin work with and without JavaScript', async ({
  browser,
}) => {
  const host = await startHost()
  const site = await startSite({ ALLOWED_ORIGINS: host.url })
  try {
    const env = { PATH: process.env['PATH'], API_URL: site.url, PUBLIC_URL: host.url }
    execFileSync(process.execPath, ['dist/server/export.js'], { env, stdio: 'pipe' })
    const page = await browser.newPage({ baseURL: host.url })
    await page.goto('/')
    await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', `${host.url}/`)
    await page.getByPlaceholder('Enter your email').fill('elsewhere@example.com')
    await page.getByRole('button', { name: pitch.newsletter.button }).click()
    await expect(page.getByRole('button', { name: 'Thank You!' })).toBeVisible()
    for (const path of ['/about', ...ifItalian(['/it', '/it/about'])]) {
      expect((await page.goto(path))?.status(), path).toBe(200)
    }
    expect((await page.goto('/nowhere'))?.status()).toBe(404)

    const plain = await browser.newPage({ baseURL: host.url, javaScriptEnabled: false })
    await plain.goto('/contact')
    await plain.getByPlaceholder('Your Name').fill('Ada')
    await plain.getByPlaceholder('Your Email').fill('ada@example.com')
    await plain.getByPlaceholder('Your Message').fill('From elsewhere')
    await plain.getByRole('button', { name: 'Send Your Message' }).click()
    await expect(plain).toHaveURL(`${site.url}/contact/thanks`)
  } finally {
    host.close()
    await site.stop()
  }
})
