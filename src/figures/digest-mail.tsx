import { lastBackup } from '#database/backup-record.ts'
import { countRows } from '#database/read-pages.ts'
import type { Trx } from '#database/schema.ts'
import { countStuckSubmissions } from '#database/stuck-submissions.ts'
import { minFreeGigabytes } from '#free-disk.ts'
import { parseMailbox } from '#mailbox.ts'
import { renderMail, type MailContent } from '#mail/layout/render-mail.tsx'
import type { FindDrafts } from '#mail/mail-kinds.ts'
import { ownerPauseReason } from '#mail/mail-pause.ts'
import { readOutboxState } from '#mail/outbox.ts'
import { listMessages } from '#messages/list-messages.ts'
import { countSignups } from '#newsletter/count-signups.ts'
import { textChart, type DayCount } from './text-chart.ts'
import { readVisits } from './visit-counts.ts'

const maxSources = 5

/** To the owner, with the figures at the time it is sent. */
export function digestMail(
  contactTo: string,
  readFreeGigabytes: () => number,
  publicUrl: string,
): FindDrafts {
  const emailKey = parseMailbox(contactTo)!.address.toLowerCase()
  return async (trx, ids) => {
    const digests = await trx.selectFrom('digests').selectAll().where('id', 'in', ids).execute()
    const drafts = []
    for (const { id, since } of digests) {
      const digest = await collect(trx, id, since, readFreeGigabytes())
      const write = () => digestEmail(digest, publicUrl)
      drafts.push({ aboutId: id, to: contactTo, emailKey, write })
    }
    return drafts
  }
}

async function collect(trx: Trx, id: string, since: string, free: number): Promise<Digest> {
  const [period, end] = id.split(' ') as [Digest['period'], string]
  // Visits and signups are counted by whole days.
  const begin = since.slice(0, 10)
  const { signupsByDay, subscribers } = await countSignups(trx, new Date(end))
  const days = signupsByDay.filter(({ day }) => day >= begin && day < end)
  const { visits, sources } = await readVisits(trx, days)
  const signups = days.reduce((sum, { signups: count }) => sum + count, 0)
  const messages = listMessages(trx, { status: 'received', since: begin, until: end })
  const open = listMessages(trx, { status: 'received', open: true })
  const { waiting, failed } = await readOutboxState(trx)
  const heldBack = await ownerPauseReason(trx)
  const backup = await lastBackup(trx)
  const stuck = await countStuckSubmissions(trx)
  return {
    period,
    headline: `${visits} visits, ${signups} signups`,
    lines: [
      line('Period', `${begin} to ${days.at(-1)!.day}`),
      line('Visits', visits),
      ...sources
        .slice(0, maxSources)
        .map((one) => line('', `${one.source}: ${one.visits} visits, ${one.signups} signups`)),
      line('Signups', signups),
      line('Confirmed', `${subscribers.confirmed} in total`),
      line('Messages', `${await countRows(messages)} new, ${await countRows(open)} still open`),
      // Not counting this one.
      line('Mail', `${waiting - 1} waiting, ${failed} failed`),
      ...(heldBack === undefined ? [] : [line('', `paused: ${heldBack}`)]),
      ...(stuck === 0 ? [] : [line('Inbox', `${stuck} submissions could not be processed`)]),
      line('Last backup', backup?.made_at.slice(0, 10) ?? 'never'),
      line('Disk', `${free.toFixed(1)} GB free`),
      ...(free < minFreeGigabytes ? [line('', lowDisk)] : []),
    ],
    signupsByDay: signupsByDay.map(({ day, signups: count }) => ({ day, count })),
  }
}

const lowDisk = `free some space: below ${minFreeGigabytes} GB a site on SQLite accepts no forms`

function line(title: string, figure: string | number): string {
  return `${title.padEnd(14)} ${figure}`
}

export interface Digest {
  period: 'daily' | 'weekly'
  headline: string
  lines: string[]
  signupsByDay: DayCount[]
}

export function digestEmail(digest: Digest, publicUrl: string): MailContent {
  const { period, headline, lines, signupsByDay } = digest
  const title = period === 'daily' ? 'Your site yesterday' : 'Your site last week'
  const subject = `${title}: ${headline}`
  const chart = ['Signups per day', ...textChart(signupsByDay, 60, true)]
  const foot = `Sent ${period}. If it stops arriving, check the server: npm run admin -- doctor`
  return renderMail({
    subject,
    title,
    preview: subject,
    parts: [preformatted(lines), preformatted(chart), foot],
    publicUrl,
  })
}

function preformatted(lines: string[]) {
  const style = { margin: '0 0 16px', font: '13px/1.2 monospace', overflow: 'auto' }
  const text = lines.join('\n')
  return { html: <pre style={style}>{text}</pre>, text }
}

export const digestSample: Digest = {
  period: 'weekly',
  headline: '412 visits, 37 signups',
  lines: [
    'Visits         412',
    '               launch-list: 230 visits, 24 signups',
    'Signups        37',
    'Mail           0 waiting, 1 failed',
  ],
  signupsByDay: Array.from({ length: 30 }, (_, index) => ({
    day: new Date(Date.UTC(2026, 1, 1 + index)).toISOString().slice(0, 10),
    count: (index * 7) % 11,
  })),
}
