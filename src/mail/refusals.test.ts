import { expect, test } from 'vitest'
import type { OutboxTable } from '#database/schema.ts'
import { createRefusals, type Tried } from './refusals.ts'

const attempt = (id: number, outcome: object, letter: string | null = 'launch') => {
  const mail = {
    id: String(id),
    kind: letter ? 'letter' : 'message-receipt',
    letter,
  } as OutboxTable
  return { mail, outcome: { kind: 'temporary', reason: 'no', ...outcome } } as Tried
}

test('a letter is paused at the fifth deferral, and a disconnect before it does not count', () => {
  const refusals = createRefusals()
  const putOff = [1, 2, 3, 4].map((id) => refusals.judge(attempt(id, { isAboutMail: true }), id))
  const hungUp = refusals.judge(attempt(5, {}), 5)
  expect([...putOff, hungUp].map(({ pause }) => pause)).toEqual(Array(5).fill(undefined))
  const fifth = refusals.judge(attempt(6, { isAboutMail: true }), 6)
  expect(fifth.pause).toEqual({ cause: 'letter launch', reason: 'no' })
})

test('an unproven rejection is unsure, except a rejected message outside of letters, which is temporary', () => {
  const refusals = createRefusals()
  for (const letter of ['launch', null]) {
    refusals.judge(attempt(1, { kind: 'rejected-message' }, letter), 1)
    refusals.judge(attempt(2, { kind: 'rejected-recipient' }, letter), 2)
  }
  const unsure = refusals.settleUnsure().map(({ outcome }) => outcome.kind)
  expect(unsure).toEqual(['unsure', 'unsure', 'temporary', 'unsure'])
  expect(refusals.settleUnsure()).toEqual([])
})

test('a rejection becomes final only by a mail that was started after it and accepted', () => {
  const refusals = createRefusals()
  const refused = attempt(1, { kind: 'rejected-recipient' })
  expect(refusals.judge(refused, 0).settled).toEqual([])
  const settledBy = (id: number, begunAt: number) =>
    refusals.judge(attempt(id, { kind: 'sent' }), begunAt).settled.map(({ mail }) => mail.id)
  expect(settledBy(2, 0)).toEqual(['2'])
  expect(settledBy(3, performance.now())).toEqual(['3', '1'])
  expect(settledBy(4, performance.now())).toEqual(['4'])
})

test('five rejections in a row pause the letter, and each of the five mails is retried', () => {
  const refusals = createRefusals()
  const verdicts = [1, 2, 3, 4, 5, 6].map((id) =>
    refusals.judge(attempt(id, { kind: 'rejected-recipient' }), id),
  )
  const kinds = verdicts.map(({ settled }) => settled.map(({ outcome }) => outcome.kind))
  expect(kinds).toEqual([[], [], [], [], Array(5).fill('temporary'), []])
  expect(verdicts[4]!.pause).toEqual({ cause: 'letter launch', reason: 'no' })
})
