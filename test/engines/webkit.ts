import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { Readable } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import { python } from '../../tools/engines.mjs'
import { freePort } from '../support/free-port.ts'
import { createEnginePage, type Engine, type Look, type Send } from './engine-page.ts'

/** Starts WebKit on a display of its own. Its driver speaks WebDriver over HTTP. */
export async function startWebKit(driverPath: string): Promise<Engine> {
  const screen = ['-screen', '0', '2600x1600x24', '-nolisten', 'tcp']
  const display = spawn('Xvfb', ['-displayfd', '3', ...screen], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  })
  const [number] = (await once(display.stdio[3] as Readable, 'data')) as [Buffer]
  const env = {
    PATH: process.env['PATH'],
    HOME: mkdtempSync(join(tmpdir(), 'webkit-')),
    DISPLAY: `:${String(number).trim()}`,
    LIBGL_ALWAYS_SOFTWARE: '1',
    NO_AT_BRIDGE: '1',
  }
  let window: Awaited<ReturnType<typeof openWindow>> | undefined
  return {
    async open({ width = 1440, height = 900, ...look }: Look = {}) {
      const options = Object.entries(look).flatMap(([name, isOn]) => (isOn ? [name] : []))
      if (String(window?.options) !== String(options)) {
        await window?.close()
        window = await openWindow(driverPath, env, options)
      }
      const page = createEnginePage(window!.send)
      await page.resize(width, height)
      return page
    },
    async stop() {
      await window?.close()
      await end(display)
    },
  }
}

/** A window's look is an argument of its process, and a driver takes its window with it when it ends. */
async function openWindow(driverPath: string, env: NodeJS.ProcessEnv, options: string[]) {
  const port = await freePort()
  const driver = spawn(driverPath, [`--port=${port}`], { stdio: 'ignore', env })
  const send = await startSession(createCall(`http://127.0.0.1:${port}`), options)
  return { options, send, close: () => end(driver) }
}

async function end(child: ChildProcess) {
  child.kill()
  await once(child, 'exit')
}

type Call = (method: string, path: string, body?: object) => Promise<unknown>

function createCall(address: string): Call {
  return async (method, path, body) => {
    const request = { method, ...(method === 'POST' && { body: JSON.stringify(body ?? {}) }) }
    let response
    // The driver may not listen yet.
    for (let tries = 0; !response; tries += 1) {
      response = await fetch(`${address}${path}`, request).catch(async (error: unknown) => {
        if (tries === 200) throw error
        await pause(50)
      })
    }
    const { value } = (await response.json()) as { value: unknown }
    if (!response.ok) throw new Error(`${method} ${path}: ${JSON.stringify(value)}`)
    return value
  }
}

async function startSession(call: Call, options: string[]): Promise<Send> {
  const args = [resolve('test/engines/webkit-window.py'), ...options]
  const browser = { 'webkitgtk:browserOptions': { binary: python, args } }
  const capabilities = { alwaysMatch: { ...browser, timeouts: { implicit: 30_000 } } }
  const started = await call('POST', '/session', { capabilities })
  const path = `/session/${(started as { sessionId: string }).sessionId}`
  return (command, parameters = {}) => {
    const [method, where] = endpoints[command]!
    const { id, ...body } = parameters as { id?: string }
    return call(method, `${path}${where.replace('{id}', id ?? '')}`, body)
  }
}

const endpoints: Record<string, [method: string, path: string]> = {
  Navigate: ['POST', '/url'],
  Back: ['POST', '/back'],
  GetCurrentURL: ['GET', '/url'],
  FindElement: ['POST', '/element'],
  ElementClick: ['POST', '/element/{id}/click'],
  ElementSendKeys: ['POST', '/element/{id}/value'],
  PerformActions: ['POST', '/actions'],
  ExecuteScript: ['POST', '/execute/sync'],
  SetWindowRect: ['POST', '/window/rect'],
  TakeScreenshot: ['GET', '/screenshot'],
}
