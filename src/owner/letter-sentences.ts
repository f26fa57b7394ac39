import type { LetterTable } from '#database/schema.ts'
import { isWelcome } from '#letters/letter-file.ts'
import {
  isUnderWay,
  isWaiting,
  letterProgress,
  secondsLate,
  type LetterStatus,
  type ListedLetter,
} from '#letters/stored-letters.ts'
import { duration, zonedInstant } from './printable.ts'

/** Shown to the owner after sending or scheduling it. */
export function sentSentence(letter: LetterStatus, now: Date): string {
  const { name } = letter
  if (!isAhead(letter, now)) {
    return `Stored. The running site will send it to everyone who is confirmed now. To see the progress: \`letters status ${name}\`.`
  }
  return `${upperFirst(waitsFor(letter))}. The running site will send it to everyone who is confirmed then. To cancel it: \`letters stop ${name}\`.`
}

/** In the console, whose page says then when it goes, and has the button to cancel it. */
export function storedSentence(letter: LetterStatus, now: Date): string {
  return isAhead(letter, now) ? 'Scheduled.' : 'Stored.'
}

const isAhead = (letter: LetterStatus, now: Date) =>
  letter.state === 'held' || letter.due_at > now.toISOString()

/** In lists. */
export function listedState({ name, state, atLaunch }: ListedLetter): string {
  if (isWelcome(name)) return 'on confirmation'
  if (state === 'held') return 'held until the launch'
  return state === 'scheduled' && atLaunch ? 'scheduled for the launch' : state
}

/** For a letter that is not queued yet. */
export function waitsFor(letter: Waiting): string {
  return letter.state === 'held'
    ? `held until ${timeOf(letter)}`
    : `scheduled for ${timeOf(letter)}`
}

type Waiting = Pick<LetterTable, 'state' | 'at_launch' | 'due_at'>

export function timeOf({ state, at_launch: atLaunch, due_at: dueAt }: Waiting): string {
  if (state === 'held') return 'the launch, which has no time in content/site.ts yet'
  return atLaunch === 1 ? `the launch, ${zonedInstant(dueAt)}` : zonedInstant(dueAt)
}

export const upperFirst = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

export function alreadySent(sent: LetterStatus, now: Date): string {
  const { name } = sent
  if (isUnderWay(sent) && !isAhead(sent, now)) {
    return `${name} is going out. Sending it again changed nothing.`
  }
  if (isWaiting(sent)) {
    return `${name} is already ${waitsFor(sent)}. To change its text or time, cancel it first: \`letters stop ${name}\`.`
  }
  return `${name} is already ${letterProgress(sent)}. A letter is sent only once: nothing was sent.`
}

export function cancelledSentence(letter: LetterStatus): string {
  const time = letter.at_launch === 1 ? 'the launch' : timeOf(letter)
  return `It was scheduled for ${time} and cancelled: nobody got it.`
}

/** A few seconds are usual: the site looks once a second. */
const maxSecondsLate = 10

/** @returns undefined if it began at its time, or is not due yet */
export function lateSentence(letter: LetterStatus, now: Date): string | undefined {
  const late = secondsLate(letter, now)
  if (late <= maxSecondsLate) return undefined
  if (letter.queued_at === null) {
    return `It was due ${duration(late)} ago. It will begin once the site is running and can reach its database.`
  }
  return `It began ${duration(late)} late: the site was down, or could not reach its database.`
}

export const unusedFile = (file: string) =>
  `${file} is not used: the letter of this name in the console counts.`

export const unusedDraft = (welcome: string) =>
  `${welcome} in the console goes out once you press “Use this text from now on” there.`

export const hasChangedSince =
  'The letter has changed since you opened this page. Nothing was sent.'
