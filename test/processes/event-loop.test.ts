import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, onTestFinished, test } from 'vitest'
import { dialects, newTarget } from '../support/databases.ts'
import { startSite, type RunningSite } from '../support/start-site.ts'

const headers = { 'content-type': 'application/json' }

/** What 99 of 100 turns of the thread that answers pages took at most, since it was last asked. */
async function slowTurn(site: RunningSite, file: string): Promise<number> {
  rmSync(file, { force: true })
  site.process.kill('SIGUSR2')
  await expect.poll(() => existsSync(file) && readFileSync(file, 'utf8')).toBeTruthy()
  return Number(readFileSync(file, 'utf8'))
}

describe.each(dialects)('%s', (dialect) => {
  test('while 64 clients submit without pause, the thread that answers pages is free', async () => {
    const target = await newTarget(dialect)
    const file = join(mkdtempSync(join(tmpdir(), 'delays-')), 'p99')
    const site = await startSite({
      DATABASE_URL: target.kind === 'sqlite' ? `sqlite:${target.file}` : target.url,
      SECRET: 's'.repeat(32),
      LOG_LEVEL: 'warn',
      NODE_OPTIONS: `--import=${resolve('test/support/watch-event-loop.mjs')}`,
      DELAYS_FILE: file,
    })
    onTestFinished(() => void site.process.kill('SIGKILL'))
    await sleep(1500)
    await slowTurn(site, file)
    await sleep(1500)
    const calm = await slowTurn(site, file)
    const endAt = performance.now() + 3000
    let kept = 0
    const client = async (_: unknown, index: number) => {
      for (let serial = 0; performance.now() < endAt; serial += 1) {
        const body = JSON.stringify({ email: `c${index}-${serial}@example.com` })
        const answer = await fetch(`${site.url}/contact`, { method: 'POST', headers, body })
        if (answer.status === 200) kept += 1
      }
    }
    await Promise.all(Array.from({ length: 64 }, client))
    const busy = await slowTurn(site, file)
    expect(kept).toBeGreaterThan(64)
    expect(busy / calm).toBeLessThan(10)
  })
})
