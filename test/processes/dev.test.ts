import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'

/** A copy of the sources, to be changed, under Vite's development server. */
async function startDev() {
  const dir = mkdtempSync(join(tmpdir(), 'dev-'))
  for (const part of [
    'src',
    'content',
    'build',
    'package.json',
    'tsconfig.json',
    'vite.config.ts',
  ]) {
    cpSync(part, join(dir, part), { recursive: true })
  }
  // Entry by entry: Vite keeps a cache in this folder, and the developer's own is to stay as it is.
  mkdirSync(join(dir, 'node_modules'))
  for (const name of readdirSync('node_modules').filter((entry) => entry !== '.vite')) {
    symlinkSync(resolve('node_modules', name), join(dir, 'node_modules', name))
  }
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
  await vi.waitFor(page, { timeout: 30_000, interval: 100 })
  return { dir, url, page }
}

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  await new Promise((done) => server.close(done))
  return port
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

test('a change of a page is in the browser without a restart, each time', async () => {
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
