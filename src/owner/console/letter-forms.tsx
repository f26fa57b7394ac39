import { launchTime, wasLaunchedBefore } from '#content/launch.ts'
import { mailStatuses } from '#database/schema.ts'
import { parseEmailAddress } from '#email-address.ts'
import { missingLanguages } from '#letters/read-letters.ts'
import type { OwnLetter } from '#letters/letter-file.ts'
import {
  isUnderWay,
  isWaiting,
  letterProgress,
  wasCancelled,
  type LetterStatus,
} from '#letters/stored-letters.ts'
import { pageStateOf } from '#letters/public-letters.ts'
import { isFailure } from '../finding.ts'
import { cancelledSentence, lateSentence, upperFirst, waitsFor } from '../letter-sentences.ts'
import { sendSeenLetter, testLetter } from '../send-letter.ts'
import { sendingTime } from '../sending-time.ts'
import { letterPath } from '#routes.ts'
import { UserError } from '#user-error.ts'
import { Problems, problemsIn, type CheckResult } from './checks.tsx'
import type { PageContext } from './page-context.ts'
import { ActionButton, count, Facts, timeZone, When } from './parts.tsx'

/** The fields of a form, as the owner filled it in. */
export type Fields = Partial<Record<string, string>>

const actOf = (name: string, act: string) => `letters/${encodeURIComponent(name)}/${act}`

export function TestForm({ name, contactTo }: { name: string; contactTo: string }) {
  return (
    <form className="letter-form" method="post" action={actOf(name, 'test')}>
      <label>
        Send a test to <input name="to" defaultValue={contactTo} required />
      </label>
      <button type="submit">Send a test</button>
    </form>
  )
}

export async function sendTest(context: PageContext, name: string, { to }: Fields) {
  const { contactTo } = context
  if (to === undefined || to === contactTo)
    return await testLetter(context, name, { to: contactTo })
  const address = parseEmailAddress(to)
  if (!address) throw new UserError('Give an email address.')
  return await testLetter(context, name, { to: address.email })
}

interface SendFormProps {
  own: OwnLetter
  /** The version of the letter that the page shows. */
  seen: string
  audience: number
  checks: CheckResult
  now: Date
}

/** The checks of `letters send`, and the form that sends. */
export function SendForm({ own, seen, audience, checks, now }: SendFormProps) {
  const { findings, checkedAt } = checks
  const launchAt = launchTime()
  return (
    <section>
      <h2>Send it</h2>
      {checkedAt === null ? (
        <p className="quiet">Checking…</p>
      ) : (
        <Problems problems={problemsIn(findings)} />
      )}
      {findings.some(isFailure) && <p>It can’t be sent until these failures are fixed.</p>}
      <form className="letter-form" method="post" action={actOf(own.name, 'send')}>
        <fieldset>
          <legend>When</legend>
          <Choice value="now">Now</Choice>
          {!wasLaunchedBefore(now) && (
            <Choice value="launch">
              At the launch,{' '}
              {launchAt === undefined ? (
                'once content/site.ts sets it'
              ) : (
                <When at={new Date(launchAt).toISOString()} />
              )}
            </Choice>
          )}
          <Choice value="time">At a time ({timeZone}) </Choice>
          <input type="datetime-local" name="time" aria-label={`Day and time, ${timeZone}`} />
        </fieldset>
        {missingLanguages(own).length > 0 && (
          <label>
            <input type="checkbox" name="fallback" value="en" /> Send the English text to readers
            whose translation is missing
          </label>
        )}
        <label>
          People who have confirmed: {count(audience)}. Type this number to go on:{' '}
          <input name="typed" inputMode="numeric" autoComplete="off" required />
        </label>
        <input type="hidden" name="audience" value={audience} />
        <input type="hidden" name="seen" value={seen} />
        <button type="submit">Send or schedule it</button>
      </form>
    </section>
  )
}

/** None is chosen at first: nobody must send to everyone at a time that they did not mean. */
function Choice({ value, children }: { value: string; children: React.ReactNode }) {
  return (
    <label>
      <input type="radio" name="when" value={value} required /> {children}
    </label>
  )
}

export async function send(context: PageContext, name: string, fields: Fields): Promise<string> {
  const { when, time = '', typed = '', audience = '', seen = '', fallback } = fields
  if (when === undefined) throw new UserError('Choose when to send it. Nothing was sent.')
  if (when !== 'time' && time !== '') {
    throw new UserError(
      'You entered a time but selected another option. Select “At a time”, or clear the time. Nothing was sent.',
    )
  }
  if (typed.replaceAll(/[\s.,]/g, '') !== audience) {
    throw new UserError(
      `Type the number of people who have confirmed, ${audience}. Nothing was sent.`,
    )
  }
  const text = when === 'time' ? time : when
  return await sendSeenLetter(context, name, {
    at: when === 'now' ? undefined : sendingTime(text, context.clock(), { zone: timeZone }),
    fallback: fallback === 'en' ? 'en' : undefined,
    seen,
  })
}

/** The link to its page on the site, and the button that takes that page back. */
export function PublicPage({ letter }: { letter: LetterStatus }) {
  const { name, public_url: publicUrl } = letter
  const state = pageStateOf(letter)
  if (state === undefined) return null
  const url = `${publicUrl}${letterPath('en', name)}`
  return state === 'hidden' ? (
    <section>
      <p>Its page on the site is hidden.</p>
      <ActionButton path={actOf(name, 'show')} label="Show the page again" />
    </section>
  ) : (
    <section>
      <p>
        {state === 'ahead' ? 'Its page, once it goes out: ' : 'Its page: '}
        <a href={url}>{url}</a>
      </p>
      {state === 'public' && <ActionButton path={actOf(name, 'hide')} label="Hide the page" />}
    </section>
  )
}

export function percentDone({ queued, sending, audience }: LetterStatus): number {
  return Math.floor((1 - (queued + sending) / Math.max(1, audience)) * 100)
}

/** How far a letter is, and the button that stops it. */
export function Progress({ letter, now }: { letter: LetterStatus; now: Date }) {
  const state = letterProgress(letter)
  const percent = percentDone(letter)
  const counts = mailStatuses.map((status) => [status.replace('_', ' '), count(letter[status])])
  const late = lateSentence(letter, now)
  const stop = actOf(letter.name, 'stop')
  if (isWaiting(letter)) {
    return (
      <section>
        <p>
          {letter.state === 'held' ? (
            upperFirst(waitsFor(letter))
          ) : (
            <>
              Scheduled for {letter.at_launch === 1 && 'the launch, '}
              <When at={letter.due_at} /> ({timeZone})
            </>
          )}
          : everyone who is confirmed then gets it. Confirmed now: {count(letter.audience)}.
        </p>
        {late && <p className="warning">{late}</p>}
        <ActionButton path={stop} label="Cancel it" />
      </section>
    )
  }
  if (wasCancelled(letter)) return <p>{cancelledSentence(letter)}</p>
  return (
    <section>
      <p>
        State: {state}. Started <When at={letter.due_at} />
      </p>
      {late && <p>{late}</p>}
      <progress aria-label={`${percent}% done`} value={percent} max={100} />
      <Facts facts={{ ...Object.fromEntries(counts), audience: count(letter.audience) }} />
      {isUnderWay(letter) && (
        <details>
          <summary>Stop it</summary>
          <p>Still to get it: {count(letter.queued)}. You can’t undo this.</p>
          <ActionButton path={stop} label="Stop it for everyone who hasn’t got it" />
        </details>
      )}
    </section>
  )
}
