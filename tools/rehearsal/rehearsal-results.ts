/** Everything that happened, with times as epoch milliseconds. */
export interface Rehearsal {
  launchedAt: number
  views: View[]
  /** Arrivals of the letter, by recipient. */
  letters: Map<string, number[]>
  /** Confirmed before the minute of the launch. */
  audience: Set<string>
  /** Confirmed as the minute struck: they may get it or not. */
  undecided: Set<string>
  /** While the letter went out, before it was their turn. */
  unsubscribed: Set<string>
  /** Also while it went out, but their mail was being sent at that moment. */
  unsubscribedTooLate: Set<string>
  inDoubt: Set<string>
  /** With the number of letters that were being sent at that moment: no others may be in doubt. */
  killed: { sending: number }
  /** From `letters status`. */
  status: Record<'audience' | keyof typeof states, number>
  /** When the form was sent and when the first confirmation mail arrived, by address. */
  signups: Map<string, number>
  confirmations: Map<string, number>
  /** Responses with an error, as `GET /path 500`. */
  errors: string[]
}

export interface View {
  path: string
  /** The first attempt, and the one that was answered. */
  startedAt: number
  askedAt: number
  shownAt: number
  isLaunched: boolean
}

/** Of a page after the launch: every server looks at its clock each second. */
const maxLateMs = 1000

const states = { queued: 0, sending: 0, sent: 0, failed: 0, in_doubt: 0, skipped: 0 }

export type RehearsalResults = ReturnType<typeof rehearsalResults>

/** The report's figures, and a sentence for everything that is wrong. */
export function rehearsalResults(rehearsal: Rehearsal) {
  const { letters, audience, undecided, unsubscribed, inDoubt, status } = rehearsal
  const recipients = [...letters.keys()]
  const twice = recipients.filter((email) => letters.get(email)!.length > 1)
  const late = rehearsal.unsubscribedTooLate
  const missed = [...audience].filter(
    (email) =>
      !letters.has(email) && !inDoubt.has(email) && !unsubscribed.has(email) && !late.has(email),
  )
  const afterUnsubscribing = recipients.filter((email) => unsubscribed.has(email))
  const uninvited = recipients.filter((email) => !audience.has(email) && !undecided.has(email))
  const unanswered = [...rehearsal.signups.keys()].filter(
    (email) => !rehearsal.confirmations.has(email),
  )
  const sum = Object.keys(states).reduce((total, state) => total + status[state as 'sent'], 0)
  const switches = Array.from(Map.groupBy(rehearsal.views, ({ path }) => path).values(), (views) =>
    switchOf(views, rehearsal.launchedAt),
  )
  const arrivals = [...letters.values()].flat().map((time) => time - rehearsal.launchedAt)
  const waits = [...rehearsal.confirmations].flatMap(([email, time]) => {
    const sentAt = rehearsal.signups.get(email)
    return sentAt === undefined ? [] : [time - sentAt]
  })
  const faults = [
    ...switches.flatMap(({ fault }) => fault ?? []),
    min(arrivals) < 0 && `The first letter went out ${seconds(-min(arrivals))} before the minute.`,
    people(twice, 'got the letter twice'),
    people(missed, 'confirmed in time and did not get the letter'),
    people(afterUnsubscribing, 'got the letter after they had unsubscribed'),
    people(uninvited, 'got the letter without having confirmed'),
    people(unanswered, 'signed up and got no confirmation email'),
    status.failed > 0 && `${plural(status.failed, 'letter')} failed.`,
    status.queued + status.sending > 0 &&
      `At the end ${plural(status.queued + status.sending, 'letter')} had not been sent.`,
    status.in_doubt > rehearsal.killed.sending &&
      `${plural(status.in_doubt, 'letter')} ended in doubt, but ${rehearsal.killed.sending} were being sent at the kill.`,
    sum !== status.audience &&
      `\`letters status\` says ${status.audience} people, but its states sum to ${sum}.`,
    rehearsal.errors.length > 0 &&
      `Visitors got ${plural(rehearsal.errors.length, 'error')}, for example ${rehearsal.errors[0]}.`,
  ].filter((fault) => fault !== false)
  return {
    faults,
    switches,
    arrivals: arrivals.length,
    firstLetterMs: min(arrivals),
    lastLetterMs: max(arrivals),
    recipients: recipients.length,
    twice: twice.length,
    missed: missed.length,
    afterUnsubscribing: afterUnsubscribing.length,
    longestPageMs: max(rehearsal.views.map(({ startedAt, shownAt }) => shownAt - startedAt)),
    longestConfirmationMs: max(waits),
  }
}

/**
 * Late only if a request sent a second after the minute still got the old page: how long a busy machine takes to
 * answer does not count.
 */
function switchOf(views: View[], launchedAt: number) {
  const { path } = views[0]!
  const first = min(views.filter(({ isLaunched }) => isLaunched).map(({ shownAt }) => shownAt))
  const lastOld = max(views.filter(({ isLaunched }) => !isLaunched).map(({ askedAt }) => askedAt))
  const lateMs = lastOld - launchedAt
  const fault =
    first === Infinity
      ? `${path} never switched to the launched page.`
      : first < launchedAt
        ? `${path} switched ${seconds(launchedAt - first)} before the minute.`
        : lateMs > maxLateMs
          ? `${path} was still the old page ${seconds(lateMs)} after the minute.`
          : undefined
  return { path, switchedAt: first, fault }
}

function people(emails: string[], did: string): string | false {
  if (emails.length === 0) return false
  const who = emails.length === 1 ? 'person' : 'people'
  return `${count(emails.length)} ${who} ${did}, for example ${emails[0]}.`
}

export const count = (number: number) => number.toLocaleString('en')

const plural = (number: number, noun: string) =>
  `${count(number)} ${noun}${number === 1 ? '' : 's'}`

export const seconds = (ms: number) =>
  ms < 1000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(1)} s`

// Not spread: there may be too many arguments.
const min = (numbers: number[]) =>
  numbers.reduce((least, number) => Math.min(least, number), Infinity)
const max = (numbers: number[]) =>
  numbers.reduce((most, number) => Math.max(most, number), -Infinity)
