import { get } from 'node:http'
import { networkInterfaces } from 'node:os'
import { connect } from 'node:net'
import { once } from 'node:events'
import { expect, onTestFinished, test } from 'vitest'
import { newAdminEnv, runAdmin } from '../support/admin.ts'
import { freePort } from '../support/free-port.ts'
import { startBuiltConsole } from '../support/start-built-console.ts'

test('the console listens on 127.0.0.1 alone, prints the tunnel over SSH, ends with Ctrl-C', async () => {
  const { env } = await newAdminEnv('sqlite')
  const ssh = { SSH_CONNECTION: '198.51.100.7 51812 203.0.113.9 2222' }
  // As deploy/site-admin sets them: the user of the service can't log in.
  const users = { USER: 'site', LOGIN_USER: 'ada' }
  const running = await startBuiltConsole({ ...env, ...ssh, ...users })
  onTestFinished(() => void running.process.kill('SIGKILL'))
  const { port, hostname } = new URL(running.link)
  expect(hostname).toBe('127.0.0.1')
  expect(running.output()).toContain(`ssh -L ${port}:127.0.0.1:${port} -p 2222 ada@203.0.113.9`)
  const others = Object.values(networkInterfaces()).flatMap((all) => all ?? [])
  for (const host of ['::1', ...others.map(({ address }) => address)]) {
    if (host === '127.0.0.1') continue
    await expect(once(connect(Number(port), host), 'connect')).rejects.toThrow()
  }
  const taken = await runAdmin(env, ['console', '--port', port])
  expect(taken).toMatchObject({
    code: 1,
    stderr: expect.stringContaining(`Port ${port} is in use`),
  })
  expect((await fetch(running.link, { redirect: 'manual' })).status).toBe(303)
  expect(await running.stop()).toBe(0)
  expect(running.output()).toContain('The console has ended.')
})

test('in a container the console listens on the published port, and answers for 127.0.0.1 alone', async () => {
  const { env } = await newAdminEnv('sqlite')
  const port = await freePort()
  const running = await startBuiltConsole({ ...env, CONSOLE_ADDRESS: `0.0.0.0:${port}` })
  onTestFinished(() => void running.process.kill('SIGKILL'))
  const { host, pathname } = new URL(running.link)
  expect(host).toBe(`127.0.0.1:${port}`)
  expect(running.output()).toContain(`ssh -L ${port}:127.0.0.1:${port} you@`)
  const others = Object.values(networkInterfaces()).flatMap((all) => all ?? [])
  // As a published port arrives, from another address.
  const address = others.find(({ family, internal }) => family === 'IPv4' && !internal)?.address
  const statusFor = async (headers: Record<string, string>) => {
    const options = { host: address ?? '127.0.0.1', port, path: pathname, headers }
    const [response] = await once(get(options), 'response')
    response.resume()
    return response.statusCode as number
  }
  expect(await statusFor({ host: `${address}:${port}` })).toBe(403)
  expect(await statusFor({ host, 'sec-fetch-site': 'cross-site' })).toBe(403)
  expect(await statusFor({ host })).toBe(303)
  const second = await runAdmin({ ...env, CONSOLE_ADDRESS: `0.0.0.0:${port}` }, ['console'])
  expect(second).toMatchObject({ code: 1, stderr: expect.stringContaining('still open') })
})
