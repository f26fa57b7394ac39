import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { copyTree } from '../../scripts/copy-tree.mjs'
import { runAdmin } from '../support/admin.ts'
import { freePort } from '../support/free-port.ts'

// Vite compiles the whole site on the first request, which is slow on a busy machine.
const slow = { timeout: 120_000 }

/** Vite's development server on a copy of the sources. */
async function startDev() {
  const dir = copyTree()
  const port = await freePort()
  // A mail server that is set must not be used.
  const env = { PORT: String(port), DATA_DIR: join(dir, 'data'), SMTP_URL: 'smtp://127.0.0.1:9' }
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
  await vi.waitFor(page, { timeout: 60_000, interval: 100 })
  const stop = async (signal: NodeJS.Signals) => {
    child.kill(signal)
    await exited
  }
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
  await vi.waitFor(() => expect(messages).toContain('connected'), { timeout: 10_000 })
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
      readFileSync('src/site/layout/footer.tsx', 'utf8').replace('at your fingertips', words),
    )
    await vi.waitFor(() => expect(messages).toContain('full-reload'), { timeout: 10_000 })
    await vi.waitFor(async () => expect(await page()).toContain(words), { timeout: 10_000 })
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
    await vi.waitFor(() => expect(messages).toContain('full-reload'), { timeout: 10_000 })
    await vi.waitFor(async () => expect(await get('/dev/mail/letters/launch')).toContain(shown), {
      timeout: 10_000,
    })
  }
})

// Last, because it stops the server.
test(
  'a subscriber signs up, confirms, gets a letter and unsubscribes, all by mail caught at /dev/mail',
  slow,
  async () => {
    expect(dev.output()).toContain('/dev/mail; SMTP_URL is not used')
    const { url, get } = dev
    /** Waits for the mail, and returns the link in it. */
    const caughtLink = (subject: string, link: RegExp) =>
      vi.waitFor(
        async () => {
          const entry = new RegExp(`href="(/dev/mail/\\d+)"[^>]*><b>${subject}`)
          const [, path] = entry.exec(await get('/dev/mail')) ?? []
          return link.exec(await get(`${path}?part=text`))![1]!
        },
        { timeout: 30_000, interval: 200 },
      )
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
