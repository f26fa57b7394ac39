import { spawnSync } from 'node:child_process'
import { closeSync, constants, mkdtempSync, openSync, readSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createLogLines } from './create-log.ts'

test('if the log cannot be written fast enough, whole lines are dropped and counted', async () => {
  const path = join(mkdtempSync(join(tmpdir(), 'log-')), 'pipe')
  spawnSync('mkfifo', [path])
  const file = openSync(path, constants.O_RDWR | constants.O_NONBLOCK)
  onTestFinished(() => closeSync(file))
  const log = createLogLines(file)
  const line = `{"msg":"${'é'.repeat(50)}"}\n`
  const count = 40_000
  for (let index = 0; index < count; index += 1) log.write(line)

  const chunk = Buffer.alloc(100_000)
  const read: Buffer[] = []
  const lines = () => Buffer.concat(read).toString().trimEnd().split('\n')
  await vi.waitFor(() => {
    read.push(Buffer.from(chunk.subarray(0, readSync(file, chunk))))
    expect(lines().at(-1)).toContain('"log lines dropped"')
  }, 20_000)
  const last = JSON.parse(lines().pop()!) as { count: number }
  const whole = lines().slice(0, -1)
  expect(new Set(whole)).toEqual(new Set([line.trimEnd()]))
  expect(last.count).toBeGreaterThan(1000)
  expect(whole.length + last.count).toBe(count)
})
