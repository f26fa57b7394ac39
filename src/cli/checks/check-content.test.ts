import { expect, test } from 'vitest'
import { checkContent } from './check-content.ts'

test('what is still made up is named by file, with whose it is', () => {
  const { level, message } = checkContent([
    'content/site.ts: brand',
    'content/team.ts: first founder: name',
    'content/team.ts: second founder: image',
  ])
  expect(level).toBe('failure')
  expect(message.split('\n').slice(1)).toEqual([
    'content/site.ts: brand',
    'content/team.ts: first founder: name, second founder: image',
  ])
})
