import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { createEnginePage, type Engine, type Look, type Send } from './engine-page.ts'

/** Starts Firefox without a window. It takes the commands of WebDriver over Marionette, its own protocol. */
export async function startFirefox(path: string): Promise<Engine> {
  const profile = mkdtempSync(join(tmpdir(), 'firefox-'))
  writeFileSync(join(profile, 'user.js'), Object.entries(preferences).map(toLine).join('\n'))
  mkdirSync(join(profile, 'chrome'))
  writeFileSync(join(profile, 'chrome/userChrome.css'), onlyContent)
  const args = ['--headless', '--marionette', '--remote-allow-system-access', '--no-remote']
  const browser = spawn(path, [...args, '--profile', profile], {
    stdio: 'ignore',
    env: { PATH: process.env['PATH'], HOME: profile },
  })
  const portFile = join(profile, 'MarionetteActivePort')
  while (!existsSync(portFile) || readFileSync(portFile, 'utf8') === '') {
    if (browser.exitCode !== null) throw new Error(`Firefox exited with ${browser.exitCode}`)
    await pause(50)
  }
  const call = await connectTo(Number(readFileSync(portFile, 'utf8')))
  await call('WebDriver:NewSession', { timeouts: { implicit: 30_000 } })
  const send: Send = (command, parameters) => call(`WebDriver:${command}`, parameters)
  return {
    async open(look = {}) {
      await setLook(call, look)
      const page = createEnginePage(send)
      await page.resize(look.width ?? 1440, look.height ?? 900)
      return page
    },
    async stop() {
      browser.kill()
      await once(browser, 'exit')
    },
  }
}

const preferences: Record<string, unknown> = {
  'marionette.port': 0,
  'toolkit.legacyUserProfileCustomizations.stylesheets': true,
  // As on a phone: a scrollbar takes no width from the page.
  'ui.useOverlayScrollbars': 1,
  // Asks a server of Mozilla, and would delay the start.
  'messaging-system.rsexperimentloader.enabled': false,
}

const toLine = ([name, value]: [string, unknown]) =>
  `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});`

/** A window is otherwise at least 450 px wide, and its toolbars take up a part of its height. */
const onlyContent = ':root { min-width: 0 !important } #navigator-toolbox { display: none }'

async function setLook(call: Call, { dark, reducedMotion, noJavaScript }: Look) {
  const script = `for (const [name, value] of Object.entries(arguments[0])) {
    if (typeof value === 'boolean') Services.prefs.setBoolPref(name, value)
    else Services.prefs.setIntPref(name, value)
  }`
  const wanted = {
    'layout.css.prefers-color-scheme.content-override': dark ? 0 : 1,
    'ui.prefersReducedMotion': reducedMotion ? 1 : 0,
    'javascript.enabled': !noJavaScript,
  }
  await call('Marionette:SetContext', { value: 'chrome' })
  await call('WebDriver:ExecuteScript', { script, args: [wanted] })
  await call('Marionette:SetContext', { value: 'content' })
}

type Call = (command: string, parameters?: object) => Promise<unknown>

/** Messages are JSON after their length and a colon. The answers come in the order of the commands. */
async function connectTo(port: number): Promise<Call> {
  const socket = connect(port, '127.0.0.1')
  const waiting: ((answer: Answer) => void)[] = []
  let received: Buffer = Buffer.alloc(0)
  socket.on('data', (chunk: Buffer) => {
    received = Buffer.concat([received, chunk])
    for (;;) {
      const colon = received.indexOf(':')
      const end = colon + 1 + Number(received.subarray(0, Math.max(colon, 0)))
      if (colon === -1 || received.length < end) return
      const message = JSON.parse(String(received.subarray(colon + 1, end))) as Answer
      received = received.subarray(end)
      // The first message is a greeting.
      if (Array.isArray(message)) waiting.shift()!(message)
    }
  })
  await once(socket, 'connect')
  return async (command, parameters = {}) => {
    const message = JSON.stringify([0, 1, command, parameters])
    socket.write(`${Buffer.byteLength(message)}:${message}`)
    const [, , error, result] = await new Promise<Answer>((resolve) => waiting.push(resolve))
    if (error) throw new Error(`${command}: ${error.error}, ${error.message}`)
    const { value = result } = (result ?? {}) as { value?: unknown }
    return value
  }
}

type Answer = [
  type: 1,
  id: number,
  error: { error: string; message: string } | null,
  result: unknown,
]
