import { expect, test } from 'vitest'
import { failure, findingLines } from './finding.ts'

test('a finding wraps beside its level, and only as far as the terminal is wide', () => {
  const finding = failure('Mail server', 'is not reachable\nat all', 'Check the host and port.')
  expect(findingLines(finding, 30)).toEqual([
    'failure   Mail server: is not',
    '          reachable',
    '          at all',
    '          Check the host and',
    '          port.',
  ])
  const mark = (_: unknown, text: string) => `<${text}>`
  expect(findingLines(finding, Infinity, mark)).toEqual([
    '<failure  > <Mail server>: is not reachable',
    '          at all',
    '          <Check the host and port.>',
  ])
})
