import { expect, test } from 'vitest'
import type { OutboxTable } from '#database/schema.ts'
import { createReplies, type Tried } from './smtp-replies.ts'

const attempt = (id: number, outcome: object, letter: string | null = 'launch') => {
  const mail = {
    id: String(id),
    kind: letter ? 'letter' : 'message-receipt',
    letter,
  } as OutboxTable
  return { mail, outcome: { kind: 'temporary', reason: 'no', ...outcome } } as Tried
}

test('a letter is paused at the fifth deferral, and a disconnect before it does not count', () => {
  const replies = createReplies()
  const putOff = [1, 2, 3, 4].map((id) =>
    replies.consequencesOf(attempt(id, { isAboutMail: true }), id),
  )
  const hungUp = replies.consequencesOf(attempt(5, {}), 5)
  expect([...putOff, hungUp].map(({ pause }) => pause)).toEqual(Array(5).fill(undefined))
  const fifth = replies.consequencesOf(attempt(6, { isAboutMail: true }), 6)
  expect(fifth.pause).toEqual({ cause: 'letter launch', reason: 'no' })
})

test('a rejection that no later mail verifies is retried a few times, a rejected message outside of letters for days', () => {
  const replies = createReplies()
  for (const letter of ['launch', null]) {
    replies.consequencesOf(attempt(1, { kind: 'rejected-message' }, letter), 1)
    replies.consequencesOf(attempt(2, { kind: 'rejected-recipient' }, letter), 2)
  }
  const kinds = replies.takeUnverified().map(({ outcome }) => outcome.kind)
  expect(kinds).toEqual([
    'unverified-rejection',
    'unverified-rejection',
    'temporary',
    'unverified-rejection',
  ])
  expect(replies.takeUnverified()).toEqual([])
})

test('a rejection becomes final only by a mail that was started after it and accepted', () => {
  const replies = createReplies()
  const refused = attempt(1, { kind: 'rejected-recipient' })
  expect(replies.consequencesOf(refused, 0).final).toEqual([])
  const finalAfter = (id: number, begunAt: number) =>
    replies.consequencesOf(attempt(id, { kind: 'sent' }), begunAt).final.map(({ mail }) => mail.id)
  expect(finalAfter(2, 0)).toEqual(['2'])
  expect(finalAfter(3, performance.now())).toEqual(['3', '1'])
  expect(finalAfter(4, performance.now())).toEqual(['4'])
})

test('five rejections in a row pause the letter, and each of the five mails is retried', () => {
  const replies = createReplies()
  const consequences = [1, 2, 3, 4, 5, 6].map((id) =>
    replies.consequencesOf(attempt(id, { kind: 'rejected-recipient' }), id),
  )
  const kinds = consequences.map(({ final }) => final.map(({ outcome }) => outcome.kind))
  expect(kinds).toEqual([[], [], [], [], Array(5).fill('temporary'), []])
  expect(consequences[4]!.pause).toEqual({ cause: 'letter launch', reason: 'no' })
})
