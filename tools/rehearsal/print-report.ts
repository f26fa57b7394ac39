import type { Target } from '#database/connect.ts'
import { count, seconds, type RehearsalResults } from './rehearsal-results.ts'
import type { PlayedRehearsal } from './play-launch-day.ts'

export function printReport(
  rehearsal: PlayedRehearsal,
  results: RehearsalResults,
  { target, tookMs }: { target: Target; tookMs: number },
) {
  const database = target.kind === 'sqlite' ? 'SQLite' : 'PostgreSQL'
  const lines = [
    `Launch day with ${count(rehearsal.audience.size)} subscribers on ${database}, rehearsed in ${seconds(tookMs)}`,
    '',
    ...pageLines(rehearsal, results),
    ...letterLines(rehearsal, results),
    ...visitorLines(rehearsal, results),
    '',
    ...(results.faults.length === 0 ? ['Everything went well.'] : results.faults),
  ]
  console.log(lines.join('\n'))
}

function pageLines({ launchedAt }: PlayedRehearsal, { switches }: RehearsalResults) {
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

function letterLines(rehearsal: PlayedRehearsal, results: RehearsalResults) {
  const { unsubscribed, unsubscribedTooLate, status, killed, latecomer, launchedAt } = rehearsal
  const { firstLetterMs, lastLetterMs } = results
  const left = `${count(unsubscribed.size)} people unsubscribed while it went out`
  const tooLate = `${count(unsubscribedTooLate.size)} more in the moment it was sent to them`
  const arrived = [...rehearsal.inDoubt].filter((email) => rehearsal.letters.has(email)).length
  const inTime = launchedAt - latecomer.confirmedAt
  return [
    row('Letters', `${count(results.arrivals)} letters to ${count(results.recipients)} people`),
    ...(results.arrivals > 0
      ? [row('', `from ${seconds(firstLetterMs)} to ${seconds(lastLetterMs)} after the minute`)]
      : []),
    row('  twice', count(results.twice)),
    row('  missed', count(results.missed)),
    row('  after unsubscribing', `${count(results.afterUnsubscribing)} (${left}, ${tooLate})`),
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

function visitorLines({ views, signups }: PlayedRehearsal, results: RehearsalResults) {
  return [
    row('Visitors', `${count(views.length)} pages and ${count(signups.size)} signups`),
    row(
      '  longest wait',
      `${seconds(results.longestPageMs)} for a page, ${seconds(results.longestConfirmationMs)} for a confirmation email`,
    ),
  ]
}

const row = (name: string, words: string) => `${name.padEnd(22)}${words}`
