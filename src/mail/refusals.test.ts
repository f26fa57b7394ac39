import { expect, test } from 'vitest'
import type { OutboxTable } from '#database/schema.ts'
import { createRefusals, type Tried } from './refusals.ts'

const attempt = (id: number, outcome: object) => {
  const mail = { id: String(id), kind: 'letter', letter: 'launch' } as OutboxTable
  return { mail, outcome: { kind: 'temporary', reason: 'no', ...outcome } } as Tried
}

test('a letter that is put off four times and a server that hangs up once hold up nobody', () => {
  const refusals = createRefusals()
  const putOff = [1, 2, 3, 4].map((id) => refusals.judge(attempt(id, { isAboutMail: true }), id))
  const hungUp = refusals.judge(attempt(5, {}), 5)
  expect([...putOff, hungUp].map(({ pause }) => pause)).toEqual(Array(5).fill(undefined))
  const fifth = refusals.judge(attempt(6, { isAboutMail: true }), 6)
  expect(fifth.pause).toEqual({ cause: 'letter launch', reason: 'no' })
})
