import type { Db, Instant, Schema } from '#database/schema.ts'
import type { MailKinds } from '#mail/mail-declaration.ts'
import { pauseMail, resumeMail } from '#mail/mail-pause.ts'
import { findMail, retryMail, retryOne } from '#mail/outbox.ts'
import { liftSuppression, suppressionsOf } from '#mail/suppressions.ts'
import { findMessages, markAnswered } from '#messages/list-messages.ts'
import { removeMessages } from '#messages/remove-messages.ts'
import {
  cancelLetter,
  isUnderWay,
  letterStateOf,
  readLetterStatus,
  stopLetter,
  type LetterStatus,
} from '#letters/stored-letters.ts'
import { pageStateOf, setHidden } from '#letters/public-letters.ts'
import { unsubscribe } from '#subscribers/unsubscribe.ts'
import { erasePerson, removeSignup } from '#privacy/erase-person.ts'
import { setNoMoreEmail } from '#privacy/no-more-email.ts'
import { UserError } from '#user-error.ts'
import { printable } from './printable.ts'

// Each action of the owner, for the command line and the console: it returns the sentence to show, or throws a UserError.

/** @param idStarts ids, or enough of each to be unique. If one is wrong, none is marked. */
export async function markMessages(db: Db, idStarts: string[], answeredAt: Instant | null) {
  const ids = new Set<string>()
  for (const start of idStarts) {
    const { id, status } = onlyOne('message', start, await findMessages(db, start))
    if (status === 'quarantined')
      throw new UserError(`${id} is in quarantine, so it can't be marked as answered.`)
    ids.add(id)
  }
  const changed = await markAnswered(db, [...ids], answeredAt)
  const same = ids.size - changed
  const already = same === 0 ? '' : ` (${same} already ${same === 1 ? 'was' : 'were'})`
  return `Marked ${changed} as ${answeredAt === null ? 'open' : 'answered'}${already}.`
}

export async function deleteMessages(db: Db, selection: Parameters<typeof removeMessages>[1]) {
  const count = await removeMessages(db, selection)
  return `Deleted ${count} ${count === 1 ? 'message' : 'messages'}.`
}

/**
 * Queues again all mail that failed or waits for a retry.
 * @param letter null: all mail but letters
 */
export async function retryAll(db: Db, letter: string | null, now: Date): Promise<string> {
  if (letter !== null) await assertNotStopped(db, letter)
  const retried = await retryMail(db, letter, now)
  return retried === 0 ? 'Nothing to retry.' : `Queued again: ${retried}.`
}

/**
 * Also mail that was skipped or is in doubt. Lifts a suppression by a bounce or an import, but never a person's own
 * wish.
 */
export async function retryById(db: Db, kinds: MailKinds, idStart: string, now: Date) {
  const found = await findMail(db, idStart)
  if (found.length === 0) {
    throw new UserError(
      `No failed or queued email has an id that starts with ${printable(idStart)}: it may have been sent or deleted in the meantime.`,
    )
  }
  const mail = onlyOne('email', idStart, found)
  if (mail.letter !== null) await assertNotStopped(db, mail.letter)
  const refusal = await retryOne(db, kinds, mail, now)
  if (refusal !== undefined)
    throw new UserError(`${refusals[refusal]}, so this email is not sent again.`)
  return 'Queued again: 1.'
}

const refusals = {
  person: 'The recipient asked for no more email',
  'not-me': 'The recipient pressed “This wasn’t me”',
  deleted: 'What this email is about was deleted or has changed',
}

async function assertNotStopped(db: Db, letter: string) {
  const state = await letterStateOf(db, letter)
  if (state === undefined) throw notSent(letter)
  if (state === 'stopped')
    throw new UserError(`${letter} was stopped, so its mail can't be sent any more.`)
}

export function notSent(letter: string): UserError {
  return new UserError(`No letter named ${printable(letter)} has been sent or scheduled.`)
}

export async function pauseAll(db: Db, now: Date): Promise<string> {
  await pauseMail(db, 'Paused by the owner.', now)
  return 'All mail is paused until `mail resume`.'
}

export async function resumeAll(db: Db, smtpUrl: string | undefined): Promise<string> {
  await resumeMail(db)
  return smtpUrl === undefined ? withoutServer : 'Sending has resumed.'
}

export const withoutServer = 'SMTP_URL is not set, so mail waits in the outbox.'

/** All causes or none: if the person's own wish remained, nothing would change. */
export async function allowMail(db: Db, emailKey: string): Promise<string> {
  const causes = (await suppressionsOf(db, [emailKey])).get(emailKey) ?? []
  if (causes.some(({ cause }) => cause === 'person'))
    throw new UserError(`${emailKey} asked for no more email: see docs/privacy.md.`)
  if (!(await liftSuppression(db, emailKey))) throw new UserError(`${emailKey} is not suppressed.`)
  return `${emailKey} can get mail again.`
}

/** A wish that reached the owner by mail holds like the button on the data page: only the person can take it back. */
export async function recordNoMoreEmail(db: Db, emailKey: string, now: Date): Promise<string> {
  await db.transaction().execute((trx) => setNoMoreEmail(trx, emailKey, true, now))
  return `${emailKey} gets no more email, until they allow it again on their data page.`
}

/** For somebody who asked the owner instead of using the link in a newsletter. Their proof of consent stays. */
export async function unsubscribePerson(
  db: Db,
  { id, email, status }: Pick<Schema['subscribers'], 'id' | 'email' | 'status'>,
  now: Date,
) {
  if (status === 'unsubscribed') throw new UserError(`${email} has already unsubscribed.`)
  await unsubscribe(db, id, now)
  return `${email} gets no more newsletters, unless they sign up again.`
}

export async function removeSubscriber(
  db: Db,
  { email, email_key }: { email: string; email_key: string },
  secret: string,
  now: Date,
) {
  await removeSignup(db, email_key, secret, now)
  return `Removed ${email}.`
}

export async function erase(db: Db, emailKey: string, secret: string, now: Date) {
  await erasePerson(db, emailKey, secret, now)
  return `Erased everything held about ${emailKey}.`
}

/** @throws UserError if the letter was never sent, or has gone to everybody */
export async function findStoppable(db: Db, name: string): Promise<LetterStatus> {
  const letter = await readLetterStatus(db, name)
  if (!letter) throw notSent(name)
  if (isUnderWay(letter)) return letter
  throw new UserError(`Nothing to stop: ${name} has already been ${pastOf(letter)}.`)
}

const pastOf = ({ state }: LetterStatus) => (state === 'stopped' ? 'stopped' : 'sent')

/** For an owner who was told that nobody has got it: by the time they answer, it may be going out. */
export async function cancelSending(db: Db, name: string): Promise<string> {
  if (await cancelLetter(db, name))
    return 'Cancelled: nobody will get it. You can still send it, or schedule it again.'
  await findStoppable(db, name)
  throw new UserError('It is going out already.')
}

/** Once it is going out, for good. */
export async function stopSending(db: Db, name: string, now: Date): Promise<string> {
  const before = await findStoppable(db, name)
  await stopLetter(db, name, now)
  const stopped = (await readLetterStatus(db, name))!
  const skipped = stopped.skipped - before.skipped
  const people = `${skipped} ${skipped === 1 ? 'person' : 'people'} will not get it`
  // Mail that is claimed, but not begun yet, is skipped a moment later.
  if (stopped.sending === 0) return `Stopped. ${people}.`
  const emails = stopped.sending === 1 ? '1 email is' : `${stopped.sending} emails are`
  return `Stopped. ${people}; ${emails} being sent right now and may still arrive.`
}

/** Takes the page of a public letter off the site, or shows it again. */
export async function hideLetter(db: Db, name: string, isHidden: boolean): Promise<string> {
  const letter = await readLetterStatus(db, name)
  if (letter === undefined) throw notSent(name)
  const state = pageStateOf(letter)
  if (state === 'ahead' && isHidden) {
    throw new UserError(
      `${name} has not gone out yet, and its emails would link to a page that is missing. Cancel it with \`letters stop ${name}\`, take public: true out, and send it again.`,
    )
  }
  if (state !== undefined && (await setHidden(db, name, isHidden))) {
    return isHidden
      ? `The page of ${name} will be gone from the site in a few seconds. Its emails are still sent.`
      : `The page of ${name} will be on the site again in a few seconds.`
  }
  throw new UserError(isHidden ? `${name} has no page on the site.` : `${name} is not hidden.`)
}

/** @returns the only row whose id starts with `idStart` */
export function onlyOne<Row>(noun: string, idStart: string, [row, another]: Row[]): Row {
  const start = `an id that starts with ${printable(idStart)}`
  if (row === undefined) throw new UserError(`No ${noun} has ${start}.`)
  if (another !== undefined) throw new UserError(`Several have ${start}: give more characters.`)
  return row
}
