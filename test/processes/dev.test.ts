import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { site } from '#content/content.ts'
import { pitchTexts } from '#content/pitch-texts.ts'
import { localPath, routes } from '#routes.ts'
import { copyTree } from '../../tools/testing/copy-tree.mjs'
import { runAdmin } from '../support/admin.ts'
import { freePort } from '../support/free-port.ts'

// Vite compiles the whole site on the first request: it has taken over a minute on a busy machine.
const slow = { timeout: 240_000 }
const atStart = { timeout: 200_000, interval: 100 }
const later = { timeout: 60_000, interval: 100 }

/** Vite's development server on a copy of the sources. */
async function startDev() {
  const dir = copyTree()
  writeFileSync(join(dir, '.env'), 'LOG_LEVEL=info\n')
  const port = await freePort()
  // A mail server that is set must not be used.
  const settings = { DATA_DIR: join(dir, 'data'), SMTP_URL: 'smtp://127.0.0.1:9' }
  const env = { PORT: String(port), SHOW: 'launched', ...settings }
  const child = spawn(process.execPath, [resolve('node_modules/vite/bin/vite.js'), 'dev'], {
    cwd: dir,
    env: { PATH: process.env['PATH'], ...env },
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const exited = once(child, 'exit')
  let output = ''
  child.stdout.on('data', (text) => (output += text))
  const url = `http://127.0.0.1:${port}`
  const get = async (path: string) => await (await fetch(url + path)).text()
  const page = () => get('/about')
  const stop = async (signal: NodeJS.Signals) => {
    child.kill(signal)
    await exited
  }
  await vi.waitFor(page, atStart).catch(async (error: unknown) => {
    await stop('SIGKILL')
    throw error
  })
  return { dir, env, url, get, page, stop, output: () => output }
}

let dev: Awaited<ReturnType<typeof startDev>>

beforeAll(async () => void (dev = await startDev()))

afterAll(async () => {
  await dev.stop('SIGKILL')
  rmSync(dev.dir, { recursive: true })
})

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
  await vi.waitFor(() => expect(messages).toContain('connected'), later)
  return messages
}

test('npm run dev reloads the page on each change without a restart', slow, async () => {
  const { dir, url, page } = dev
  const messages = await recordMessages(url)
  const file = join(dir, 'src/site/layout/footer.tsx')
  for (const words of ['in your hands', 'on your desk']) {
    messages.length = 0
    writeFileSync(
      file,
      readFileSync('src/site/layout/footer.tsx', 'utf8').replace('All rights reserved', words),
    )
    await vi.waitFor(() => expect(messages).toContain('full-reload'), later)
    await vi.waitFor(async () => expect(await page()).toContain(words), later)
  }
})

test('npm run dev with SHOW=launched shows the pages of after the launch', slow, async () => {
  const { get } = dev
  for (const language of site.languages) {
    const { openTool } = pitchTexts(language, true)
    expect(await get(localPath(language, routes.home))).toContain(openTool)
  }
})

test('a letter is shown at /dev/mail as its file is edited, or its mistake', slow, async () => {
  const { dir, url, get } = dev
  const messages = await recordMessages(url)
  const file = join(dir, 'content/letters/launch.md')
  const original = readFileSync(file, 'utf8')
  onTestFinished(() => writeFileSync(file, original))
  await get('/dev/mail/letters/launch')
  for (const [changed, shown] of [
    [original.replace(/^subject: .*$/m, 'subject: Words of today'), 'Words of today'],
    [`${original}\n<b>raw</b>\n`, 'raw HTML cannot go into a letter'],
    [original.replace(/^subject: .*$/m, 'subject: Words of tomorrow'), 'Words of tomorrow'],
  ] as const) {
    messages.length = 0
    writeFileSync(file, changed)
    await vi.waitFor(() => expect(messages).toContain('full-reload'), later)
    await vi.waitFor(
      async () => expect(await get('/dev/mail/letters/launch')).toContain(shown),
      later,
    )
  }
})

test('npm run dev serves sources, but no data, settings or other files', slow, async () => {
  const { dir, url } = dev
  const ask = (path: string) => fetch(url + path, { headers: { origin: 'http://localhost:5000' } })
  const script = await ask('/src/site/islands/loader.ts')
  expect(script.status).toBe(200)
  expect(script.headers.has('access-control-allow-origin')).toBe(false)
  const files = ['data/secret', 'data/site.db', '.env', 'compose.yaml']
  const paths = [...files, '../../etc/passwd'].flatMap((file) => [
    `/@fs${join(dir, file)}`,
    `/@fs${join(dir, file)}?raw`,
    `/@fs${join(dir, file)}?import&raw`,
    `/${file}?raw`,
    `/${file}`,
  ])
  for (const path of paths) {
    const { status } = await ask(path)
    expect([path, status]).toEqual([path, status === 403 ? 403 : 404])
  }
})

// Last, because it stops the server.
test(
  'a subscriber signs up, confirms, gets a letter and unsubscribes, all by mail caught at /dev/mail',
  slow,
  async () => {
    expect(dev.output()).toContain('/dev/mail; SMTP_URL is not used')
    expect(dev.output()).toMatch(/^\d\d:\d\d:\d\d GET \/about 200 /m)
    const { url, get } = dev
    /** Waits for the mail, and returns the link in it. */
    const caughtLink = (subject: string, link: RegExp) =>
      vi.waitFor(async () => {
        const entry = new RegExp(`href="(/dev/mail/\\d+)"[^>]*><b>${subject}`)
        const [, path] = entry.exec(await get('/dev/mail')) ?? []
        return link.exec(await get(`${path}?part=text`))![1]!
      }, later)
    const press = async (link: string) => {
      const { origin } = new URL(link)
      return await (await fetch(link, { method: 'POST', headers: { origin } })).text()
    }

    const body = new URLSearchParams({ email: 'ada@example.com' })
    await fetch(`${url}/contact`, { method: 'POST', headers: { origin: url }, body })
    const confirm = await caughtLink(
      'Finish signing up',
      /href="(http:\/\/localhost[^"]+\/confirm\/[^"]+)"/,
    )
    expect(await press(confirm)).toContain('on the list')
    await caughtLink('Welcome', /(Unsubscribe)/)

    const send = await runAdmin(dev.env, ['letters', 'send', 'launch', '--yes'])
    expect(send.stderr).toContain('Rehearsal')
    expect(send.code).toBe(0)
    const [, launch] = /^subject: (\w+)/m.exec(readFileSync('content/letters/launch.md', 'utf8'))!
    const unsubscribe = await caughtLink(launch!, /href="(http:[^"]+\/unsubscribe\/[^"]+)"/)
    expect(await press(unsubscribe)).toContain('unsubscribed')

    await dev.stop('SIGINT')
    expect(existsSync(join(dev.env.DATA_DIR, 'dev-mail-server.json'))).toBe(false)
  },
)
