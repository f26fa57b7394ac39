import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { copyTree } from '../../scripts/copy-tree.mjs'
import { freePort } from '../support/free-port.ts'

// Vite compiles the whole site on the first request, which is slow on a busy machine.
const slow = { timeout: 120_000 }

/** Vite's development server on a copy of the sources. */
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

/** The types of the HMR messages that the development server sends to a browser. */
async function recordMessages(url: string): Promise<string[]> {
  const script = await (await fetch(`${url}/@vite/client`)).text()
  const token = /wsToken = "([^"]+)"/.exec(script)![1]!
  const messages: string[] = []
  const socket = new WebSocket(`${url.replace('http', 'ws')}/?token=${token}`, 'vite-hmr')
  onTestFinished(() => socket.close())
  socket.addEventListener('message', ({ data }) => {
    messages.push((JSON.parse(String(data)) as { type: string }).type)
  })
  await vi.waitFor(() => expect(messages).toContain('connected'), { timeout: 10_000 })
  return messages
}

test('npm run dev reloads the page on each change without a restart', slow, async () => {
  const { dir, url, page } = await startDev()
  const messages = await recordMessages(url)
  const file = join(dir, 'src/site/layout/footer.tsx')
  for (const words of ['in your hands', 'on your desk']) {
    messages.length = 0
    writeFileSync(
      file,
      readFileSync('src/site/layout/footer.tsx', 'utf8').replace('at your fingertips', words),
    )
    await vi.waitFor(() => expect(messages).toContain('full-reload'), { timeout: 10_000 })
    await vi.waitFor(async () => expect(await page()).toContain(words), { timeout: 10_000 })
  }
})
