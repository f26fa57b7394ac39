import { colour } from '#colours.ts'
import { lastBackup } from '#database/backup-record.ts'
import { countRows } from '#database/read-pages.ts'
import type { Trx } from '#database/schema.ts'
import { countStuckSubmissions } from '#database/stuck-submissions.ts'
import { minFreeGigabytes } from '#free-disk.ts'
import { plainTable, SmallPrint } from '#mail/layout/mail-parts.tsx'
import { parseMailbox } from '#mailbox.ts'
import { renderMail, type MailContent } from '#mail/layout/render-mail.tsx'
import type { FindDrafts } from '#mail/mail-kinds.ts'
import { ownerPauseReason } from '#mail/mail-pause.ts'
import { readOutboxState } from '#mail/outbox.ts'
import { listMessages } from '#messages/list-messages.ts'
import { countSignups } from '#newsletter/count-signups.ts'
import { funnelTotal, funnelWarnings, readFunnel } from './funnel.ts'
import { readVisits } from './visit-counts.ts'

const maxSources = 5

/** To the owner, with the figures at the time of sending. */
export function digestDrafts(
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
      const write = () => digestMail(digest, publicUrl)
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
  const warnings = funnelWarnings(await readFunnel(trx, signupsByDay))
  const steps = funnelTotal(await readFunnel(trx, days))
  const signups = days.reduce((sum, { signups: count }) => sum + count, 0)
  const messages = listMessages(trx, { status: 'received', since: begin, until: end })
  const open = listMessages(trx, { status: 'received', open: true })
  const { waiting, failed } = await readOutboxState(trx)
  const pauseReason = await ownerPauseReason(trx)
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
      line(
        'Signup mail',
        `${steps.accepted} accepted, ${steps.refused} refused, ${steps.opened} opened, ${steps.confirmed} confirmed`,
      ),
      ...warnings.map((sentence) => line('', sentence)),
      line('Confirmed', `${subscribers.confirmed} in total`),
      line('Messages', `${await countRows(messages)} new, ${await countRows(open)} still open`),
      // Without the digest itself.
      line('Mail', `${waiting - 1} waiting, ${failed} failed`),
      ...(pauseReason === undefined ? [] : [line('', `paused: ${pauseReason}`)]),
      ...(stuck === 0 ? [] : [line('Inbox', `${stuck} submissions could not be processed`)]),
      line('Last backup', backup?.made_at.slice(0, 10) ?? 'never'),
      line('Disk', `${free.toFixed(1)} GB free`),
      ...(free < minFreeGigabytes ? [line('', lowDisk)] : []),
    ],
    signupsByDay: signupsByDay.map(({ day, signups: count }) => ({ day, count })),
  }
}

const lowDisk = `free some space: below ${minFreeGigabytes} GB a site on SQLite accepts no forms`

interface DayCount {
  day: string
  count: number
}

interface Line {
  /** Empty if the figure belongs to the line above. */
  title: string
  figure: string
}

function line(title: string, figure: string | number): Line {
  return { title, figure: String(figure) }
}

export interface Digest {
  period: 'daily' | 'weekly'
  headline: string
  lines: Line[]
  signupsByDay: DayCount[]
}

export function digestMail(digest: Digest, publicUrl: string): MailContent {
  const { period, headline, lines, signupsByDay } = digest
  const title = period === 'daily' ? 'Your site yesterday' : 'Your site last week'
  const subject = `${title}: ${headline}`
  const foot = `Sent ${period}. If it stops arriving, check the server: npm run admin -- doctor`
  return renderMail({
    language: 'en',
    subject,
    title,
    preview: subject,
    parts: [figureTable(lines), signupChart(signupsByDay), foot],
    publicUrl,
  })
}

function figureTable(lines: Line[]) {
  const cell = { padding: '4px 16px 4px 0', textAlign: 'left', verticalAlign: 'top' } as const
  const rows = lines.map(({ title, figure }, index) => (
    <tr key={index}>
      <th scope="row" style={{ ...cell, whiteSpace: 'nowrap' }}>
        {title}
      </th>
      <td style={{ ...cell, paddingRight: 0 }}>{figure}</td>
    </tr>
  ))
  const html = (
    <table cellSpacing={0} cellPadding={0} style={{ margin: '0 0 24px' }}>
      <tbody>{rows}</tbody>
    </table>
  )
  return { html, text: lines.map((one) => `${one.title.padEnd(14)} ${one.figure}`).join('\n') }
}

const chartHeight = 64

/** Bars as table cells: mail programs show neither scripts nor SVG. */
function signupChart(days: DayCount[]) {
  const max = Math.max(1, ...days.map(({ count }) => count))
  const bars = days.map(({ day, count }) => {
    const height = `${Math.round((count / max) * chartHeight)}px`
    const bar = {
      height,
      lineHeight: height,
      fontSize: '1px',
      background: fill,
      overflow: 'hidden',
    }
    return (
      <td key={day} valign="bottom" style={{ padding: '0 1px 0 0', borderBottom }}>
        {count > 0 && <div style={bar}>&nbsp;</div>}
      </td>
    )
  })
  const caption = `Signups per day, ${days[0]!.day} to ${days.at(-1)!.day}: ${max} at most`
  const html = (
    <>
      <table {...plainTable} width="100%" style={{ tableLayout: 'fixed' }}>
        <tbody>
          <tr aria-hidden="true" style={{ height: `${chartHeight}px` }}>
            {bars}
          </tr>
        </tbody>
      </table>
      <SmallPrint margin="8px 0 24px">{caption}</SmallPrint>
    </>
  )
  return { html, text: caption }
}

const fill = colour('accent-fill').light
const borderBottom = `1px solid ${colour('field-edge').light}`

export const digestSample: Digest = {
  period: 'weekly',
  headline: '412 visits, 37 signups',
  lines: [
    line('Period', '2026-02-23 to 2026-03-01'),
    line('Visits', 412),
    line('', 'launch-list: 230 visits, 24 signups'),
    line('Signups', 37),
    line('Signup mail', '36 accepted, 1 refused, 33 opened, 25 confirmed'),
    line('Mail', '0 waiting, 1 failed'),
    line('Last backup', '2026-03-01'),
  ],
  signupsByDay: Array.from({ length: 30 }, (_, index) => ({
    day: new Date(Date.UTC(2026, 1, 1 + index)).toISOString().slice(0, 10),
    count: (index * 7) % 11,
  })),
}
