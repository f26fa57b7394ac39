import { countRows } from '#database/read-pages.ts'
import type { Db } from '#database/schema.ts'
import { readOutboxState } from '#mail/outbox-state.ts'
import { listMessages } from '#messages/list-messages.ts'
import { countSignups } from '#newsletter/count-signups.ts'
import { readVisits } from './read-visits.ts'
import type { DayCount } from './text-chart.ts'

export type Figures = Awaited<ReturnType<typeof collectFigures>>

export async function collectFigures(db: Db, now: Date) {
  const signups = await countSignups(db, now)
  return {
    ...signups,
    ...(await readVisits(db, signups.signupsByDay)),
    messages: await countRows(listMessages(db, { status: 'received' })),
    mailWaiting: (await readOutboxState(db)).waiting,
  }
}

/** The same lines in the terminal and on the page. */
export function figureLines(figures: Figures): [title: string, figure: string][] {
  const { subscribers, conversion } = figures
  return [
    ['Visits', String(figures.visits)],
    ['Share', percent(figures.share)],
    ['Confirmed', String(subscribers.confirmed)],
    ['Pending', String(subscribers.pending)],
    ['Unsubscribed', String(subscribers.unsubscribed)],
    ['Conversion', conversion === null ? 'none yet' : percent(conversion)],
    ['Messages', String(figures.messages)],
    ['Mail waiting', String(figures.mailWaiting)],
  ]
}

export function chartsOf(figures: Figures): { title: string; days: DayCount[] }[] {
  const visits = figures.visitsByDay.map(({ day, visits: count }) => ({ day, count }))
  const signups = figures.signupsByDay.map(({ day, signups: count }) => ({ day, count }))
  return [
    { title: 'Signups a day', days: signups },
    ...(figures.visits > 0 ? [{ title: 'Visits a day', days: visits }] : []),
  ]
}

export function percent(share: number | null): string {
  return share === null ? '–' : `${(share * 100).toFixed(1)} %`
}

export const whatVisitsMean =
  'Visits are those this server saw: of pages behind a CDN it sees none. ' +
  'A form knows the tag in its page’s address (utm_source, ref); the signups of all other visits are "untagged".'
