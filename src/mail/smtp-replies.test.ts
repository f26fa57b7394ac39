import { expect, test } from 'vitest'
import type { OutboxTable } from '#database/schema.ts'
import { createJudge, type SendOutcome } from './smtp-replies.ts'

/** Mail of a letter, or receipts, each begun at once. */
function openJudge(usual: string | null = 'launch') {
  const judge = createJudge()
  return (id: number, outcome: object, begunAt = performance.now(), letter = usual) => {
    const kind = letter ? 'letter' : 'message-receipt'
    const mail = { id: String(id), kind, letter } as OutboxTable
    const named = { kind: 'temporary', reason: 'no', ...outcome } as SendOutcome
    return judge(
      { mail, draft: { aboutId: '', to: '', emailKey: '', render }, outcome: named },
      begunAt,
    )
  }
}

const render = () => ({ subject: '', html: '', text: '' })
const sent = { kind: 'sent' }
const rejected = { kind: 'rejected-recipient' }

test('a letter is paused at the fifth deferral, and a disconnect before it does not count', () => {
  const judge = openJudge()
  const putOff = [1, 2, 3, 4].map((id) => judge(id, { isAboutMail: true }))
  const hungUp = judge(5, {})
  expect([...putOff, hungUp].map(({ pause }) => pause)).toEqual(Array(5).fill(undefined))
  expect(judge(6, { isAboutMail: true }).pause).toEqual({ cause: 'letter launch', reason: 'no' })
})

test('a rejection is believed the second time, if a mail begun after the first was accepted', () => {
  const judge = openJudge()
  const kindAfter = (...more: Parameters<typeof judge>) => judge(...more).outcome.kind
  const before = performance.now()
  expect(kindAfter(1, rejected)).toBe('temporary')
  judge(2, sent, before - 1)
  expect(kindAfter(1, rejected)).toBe('temporary')
  judge(3, sent)
  expect(kindAfter(4, rejected)).toBe('temporary')
  expect(kindAfter(1, rejected)).toBe('rejected-recipient')
})

test.each(['april', null])(
  'a rejection is not believed if only mail of another kind or letter was accepted since (%s)',
  (other) => {
    const judge = openJudge()
    judge(1, rejected)
    judge(2, sent, performance.now(), other)
    expect(judge(1, rejected).outcome.kind).toBe('temporary')
  },
)

test.each(['launch', null])(
  'five rejections in a row are not the fault of the mails (letter: %s)',
  (letter) => {
    const judge = openJudge(letter)
    const outcomes = [1, 2, 3, 4, 5].map((id) => judge(id, rejected))
    expect(outcomes.map(({ outcome }) => outcome.kind)).toEqual(Array(5).fill('temporary'))
    const cause = letter === null ? undefined : 'letter launch'
    expect(outcomes.map(({ pause }) => pause?.cause)).toEqual([...Array(4), cause])
    judge(6, sent)
    expect(judge(1, rejected).outcome.kind).toBe('temporary')
    judge(7, sent)
    expect(judge(1, rejected).outcome.kind).toBe('rejected-recipient')
  },
)

test.each([{}, { isAboutMail: true }])(
  'failures are in a row only if no mail was accepted between them (%o)',
  (failure) => {
    const judge = openJudge()
    for (const id of [1, 2, 3, 4]) judge(id, failure)
    judge(5, sent)
    const pauses = [6, 7, 8, 9, 10].map((id) => judge(id, failure).pause !== undefined)
    expect(pauses).toEqual([false, false, false, false, true])
  },
)

test('five mails of a letter in doubt pause the letter, not all mail', () => {
  const judge = openJudge()
  const outcomes = [1, 2, 3, 4, 5].map((id) => judge(id, { kind: 'in_doubt' }))
  expect(outcomes.map(({ pause }) => pause?.cause)).toEqual([...Array(4), 'letter launch'])
})

test('one mail that fails five times pauses nothing', () => {
  const judge = openJudge()
  const failed = Array.from({ length: 5 }, () => judge(1, { isAboutMail: true }))
  expect(failed.map(({ pause }) => pause)).toEqual(Array(5).fill(undefined))
})
