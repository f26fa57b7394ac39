import { countRows } from '#database/read-pages.ts'
import type { Db } from '#database/schema.ts'
import { readOutboxState } from '#mail/outbox.ts'
import { listMessages } from '#messages/list-messages.ts'
import { countSignups } from '#newsletter/count-signups.ts'
import { readVisits } from './visit-counts.ts'

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

/** What the figures say, in the terminal and on a page. */
export function describeFigures(figures: Figures) {
  const { subscribers, conversion, sources } = figures
  const lines: [title: string, figure: string][] = [
    ['Visits', String(figures.visits)],
    ['Share', percent(figures.share)],
    ['Confirmed', String(subscribers.confirmed)],
    ['Pending', String(subscribers.pending)],
    ['Unsubscribed', String(subscribers.unsubscribed)],
    ['Conversion', conversion === null ? 'none yet' : percent(conversion)],
    ['Messages', String(figures.messages)],
    ['Mail waiting', String(figures.mailWaiting)],
  ]
  const signups = figures.signupsByDay.map(({ day, signups: count }) => ({ day, count }))
  const visits = figures.visitsByDay.map(({ day, visits: count }) => ({ day, count }))
  const charts = [{ title: 'Signups a day', days: signups }]
  if (figures.visits > 0) charts.push({ title: 'Visits a day', days: visits })
  return { lines, charts, sources, remark }
}

export function percent(share: number | null): string {
  return share === null ? '–' : `${(share * 100).toFixed(1)} %`
}

const remark =
  'Visits are those this server saw: of pages behind a CDN it sees none. ' +
  'A form knows the tag in its page’s address (utm_source, ref); the signups of all other visits are "untagged".'
