import type { Target } from '#database/connect.ts'
import { count, seconds, type Verdict } from './judge.ts'
import type { PlayedRehearsal } from './play-launch-day.ts'

export function printReport(
  rehearsal: PlayedRehearsal,
  verdict: Verdict,
  { target, tookMs }: { target: Target; tookMs: number },
) {
  const database = target.kind === 'sqlite' ? 'SQLite' : 'PostgreSQL'
  const lines = [
    `Launch day with ${count(rehearsal.audience.size)} subscribers on ${database}, rehearsed in ${seconds(tookMs)}`,
    '',
    ...pageLines(rehearsal, verdict),
    ...letterLines(rehearsal, verdict),
    ...visitorLines(rehearsal, verdict),
    '',
    ...(verdict.faults.length === 0 ? ['Everything went well.'] : verdict.faults),
  ]
  console.log(lines.join('\n'))
}

function pageLines({ launchedAt }: PlayedRehearsal, { switches }: Verdict) {
  return switches
    .filter(({ switchedAt }) => switchedAt !== Infinity)
    .map(({ path, switchedAt }) => {
      const time = new Date(switchedAt).toISOString().slice(11, 23)
      return row(
        `Page ${path}`,
        `switched at ${time} UTC, ${seconds(switchedAt - launchedAt)} after the minute`,
      )
    })
}

function letterLines(rehearsal: PlayedRehearsal, verdict: Verdict) {
  const { unsubscribed, unsubscribedTooLate, status, killed, latecomer, launchedAt } = rehearsal
  const { firstLetterMs, lastLetterMs } = verdict
  const left = `${count(unsubscribed.size)} people unsubscribed while it went out`
  const tooLate = `${count(unsubscribedTooLate.size)} more in the moment it was sent to them`
  const arrived = [...rehearsal.inDoubt].filter((email) => rehearsal.letters.has(email)).length
  const inTime = launchedAt - latecomer.confirmedAt
  return [
    row('Letters', `${count(verdict.arrivals)} letters to ${count(verdict.recipients)} people`),
    ...(verdict.arrivals > 0
      ? [row('', `from ${seconds(firstLetterMs)} to ${seconds(lastLetterMs)} after the minute`)]
      : []),
    row('  twice', count(verdict.twice)),
    row('  missed', count(verdict.missed)),
    row('  after unsubscribing', `${count(verdict.afterUnsubscribing)} (${left}, ${tooLate})`),
    row(
      '  in doubt',
      `${count(status.in_doubt)} (being sent at the kill, so never sent again; ${count(arrived)} of them arrived)`,
    ),
    row(
      'Latecomer',
      inTime > 0
        ? `confirmed ${seconds(inTime)} before the minute and ${rehearsal.letters.has(latecomer.email) ? 'got' : 'did not get'} the letter`
        : 'not tried: this machine was too busy to confirm before the minute',
    ),
    row(
      'kill -9',
      `after ${count(killed.afterLetters)} letters; the site was back after ${seconds(killed.backMs)}`,
    ),
  ]
}

function visitorLines({ views, signups }: PlayedRehearsal, verdict: Verdict) {
  return [
    row('Visitors', `${count(views.length)} pages and ${count(signups.size)} signups`),
    row(
      '  longest wait',
      `${seconds(verdict.longestPageMs)} for a page, ${seconds(verdict.longestConfirmationMs)} for a confirmation email`,
    ),
  ]
}

const row = (name: string, words: string) => `${name.padEnd(22)}${words}`
