import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { copyTree } from '../../scripts/copy-tree.mjs'
import { freePort } from '../support/free-port.ts'

// Vite compiles the whole site at the first request: a busy machine takes its time.
const patience = { timeout: 120_000 }

/** A copy of the sources, to be changed, under Vite's development server. */
async function startDev() {
  const dir = copyTree()
  const port = await freePort()
  const child = spawn(process.execPath, [resolve('node_modules/vite/bin/vite.js'), 'dev'], {
    cwd: dir,
    env: { PATH: process.env['PATH'], PORT: String(port), DATA_DIR: join(dir, 'data') },
    stdio: 'ignore',
  })
  onTestFinished(async () => {
    child.kill('SIGKILL')
    await once(child, 'exit')
    rmSync(dir, { recursive: true })
  })
  const url = `http://127.0.0.1:${port}`
  const page = async () => await (await fetch(`${url}/about`)).text()
  await vi.waitFor(page, { timeout: 60_000, interval: 100 })
  return { dir, url, page }
}

/** What the development server tells the browser, as it does over the script that it adds to a page. */
async function listen(url: string): Promise<string[]> {
  const script = await (await fetch(`${url}/@vite/client`)).text()
  const token = /wsToken = "([^"]+)"/.exec(script)![1]!
  const told: string[] = []
  const socket = new WebSocket(`${url.replace('http', 'ws')}/?token=${token}`, 'vite-hmr')
  onTestFinished(() => socket.close())
  socket.addEventListener('message', ({ data }) => {
    told.push((JSON.parse(String(data)) as { type: string }).type)
  })
  await vi.waitFor(() => expect(told).toContain('connected'), { timeout: 10_000 })
  return told
}

test('a change of a page is in the browser without a restart, each time', patience, async () => {
  const { dir, url, page } = await startDev()
  const told = await listen(url)
  const file = join(dir, 'src/site/layout/footer.tsx')
  for (const words of ['in your hands', 'on your desk']) {
    told.length = 0
    writeFileSync(
      file,
      readFileSync('src/site/layout/footer.tsx', 'utf8').replace('at your fingertips', words),
    )
    await vi.waitFor(() => expect(told).toContain('full-reload'), { timeout: 10_000 })
    await vi.waitFor(async () => expect(await page()).toContain(words), { timeout: 10_000 })
  }
})
