import { expect, test } from 'vitest'
import { createLog } from '#server/create-log.ts'
import { readableLogLine } from './readable-log.ts'

test('npm run dev prints each log line as text, with the stack of an error', () => {
  const lines: string[] = []
  const log = createLog({ write: (line) => void lines.push(readableLogLine(line)) }, 'info')
  const request = { id: 'a1-1', method: 'GET', path: '/about', status: 200, ms: 1.2 }
  log.info(request, 'request')
  log.warn({ kind: 'welcome', code: 550 }, 'mail not sent')
  log.error({ err: new Error('disk I/O error') }, 'submission not stored')
  expect(lines.map((line) => line.replace(/^\d\d:\d\d:\d\d /, ''))).toEqual([
    'GET /about 200 1.2 ms',
    'warn: mail not sent kind="welcome" code=550',
    expect.stringMatching(/^error: submission not stored\nError: disk I\/O error\n {4}at /),
  ])
})
