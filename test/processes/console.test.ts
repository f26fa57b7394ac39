import { networkInterfaces } from 'node:os'
import { connect } from 'node:net'
import { once } from 'node:events'
import { expect, onTestFinished, test } from 'vitest'
import { newAdminEnv, runAdmin } from '../support/admin.ts'
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
