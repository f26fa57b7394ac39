import { colour } from '#colours.ts'
import { readBackupState, type BackupState } from '#database/backup-state.ts'
import { subscribersWords } from '#database/backup-words.ts'
import { countRows } from '#database/read-rows.ts'
import type { Db } from '#database/schema.ts'
import { countStuckSubmissions, stuckSentence } from '#intake/submissions.ts'
import { npmAdmin } from '#admin-command.ts'
import { freeGigabytes, minFreeGigabytes } from '#database/free-disk.ts'
import { longDate } from '#long-time.ts'
import { plainTable, SmallPrint } from '#mail/layout/mail-parts.tsx'
import { emailKeyOf } from '#email-address.ts'
import { renderMail, type MailContent } from '#mail/layout/render-mail.tsx'
import type { FindDrafts, MailDeclaration, MailOptions } from '#mail/mail-declaration.ts'
import { ownerPauseReason } from '#mail/mail-pause.ts'
import { readOutboxState } from '#mail/outbox.ts'
import { listMessages } from '#messages/list-messages.ts'
import { countSignups } from '#subscribers/count-signups.ts'
import { funnelTotal, funnelWarnings, readFunnel } from './funnel.ts'
import { readVisits } from './visit-counts.ts'

export const digestKind = {
  name: 'digest',
  queue: 'usual',
  to: 'owner',
  ignores: [],
  isUnconfirmed: false,
  about: null,
  title: 'Digest, to you',
  sample: () => digestMail(digestSample, npmAdmin),
  findDrafts: (options) => digestDrafts(options, () => freeGigabytes(options.diskDir)),
} satisfies MailDeclaration

const maxSources = 5

/** To the owner, with the figures at the time of sending. */
export function digestDrafts(
  { contactTo, adminCommand }: Pick<MailOptions, 'contactTo' | 'adminCommand'>,
  readFreeGigabytes: () => number,
): FindDrafts {
  const emailKey = emailKeyOf(contactTo)
  return async (reader, ids) => {
    const digests = await reader.selectFrom('digests').selectAll().where('id', 'in', ids).execute()
    return digests.map(({ id, since }) => {
      const render = async (now: Date, db: Db) =>
        digestMail(await collect(db, id, since, now, readFreeGigabytes()), adminCommand)
      return { aboutId: id, to: contactTo, emailKey, render }
    })
  }
}

async function collect(
  db: Db,
  id: string,
  since: string,
  now: Date,
  free: number,
): Promise<Digest> {
  const [period, end] = id.split(' ') as [Digest['period'], string]
  // Visits and signups are counted by whole days.
  const begin = since.slice(0, 10)
  // The day of the digest itself is not over.
  const lastDay = new Date(Date.parse(end) - 1)
  const { signupsByDay, subscribers } = await countSignups(db, lastDay)
  const days = signupsByDay.filter(({ day }) => day >= begin && day < end)
  const { visits, sources } = await readVisits(db, days)
  const warnings = funnelWarnings(await readFunnel(db, signupsByDay))
  const steps = funnelTotal(await readFunnel(db, days))
  const signups = days.reduce((sum, { signups: count }) => sum + count, 0)
  const messages = listMessages(db, { status: 'received', since: begin, until: end })
  const open = listMessages(db, { status: 'received', open: true })
  const { waiting, failed } = await readOutboxState(db)
  const pauseReason = await ownerPauseReason(db)
  const backups = await readBackupState(db, now)
  const stuck = await countStuckSubmissions(db)
  return {
    period,
    days: dayRange(begin, days.at(-1)!.day),
    headline: `${visits} visits, ${signups} signups`,
    figures: [
      ['Visits', visits],
      ['Signups', signups],
      ['Confirmation emails accepted', steps.accepted],
      ['Confirmation emails refused', steps.refused],
      ['Confirmation pages opened', steps.opened],
      ['Signups confirmed', steps.confirmed],
      ['Subscribers in total', subscribers.confirmed],
      ['New messages', await countRows(messages)],
      ['Open messages', await countRows(open)],
      // Without the digest itself.
      ['Emails waiting', waiting - 1],
      ['Emails failed', failed],
      ['Last proven backup', provenWords(backups.proven)],
      ['Free disk space', `${free.toFixed(1)} GB`],
    ],
    notes: [
      ...warnings.map((warning) => `Last ${signupsByDay.length} days, ${warning}`),
      ...(pauseReason === undefined ? [] : [`Mail is paused: ${pauseReason}`]),
      ...(stuck === 0 ? [] : [stuckSentence(stuck)]),
      ...(backups.problem === undefined ? [] : [backups.problem]),
      ...(free < minFreeGigabytes ? [lowDisk] : []),
    ],
    sources: sources.slice(0, maxSources),
    signupsByDay: signupsByDay.map(({ day, signups: count }) => ({ day, count })),
  }
}

function provenWords(proven: BackupState['proven']): string {
  if (!proven) return 'never'
  return `${longDate('en', new Date(proven.made_at))}, ${subscribersWords(proven.subscribers)}`
}

const lowDisk = `Free some disk space: below ${minFreeGigabytes} GB a site on SQLite accepts no forms`

const longRange = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' })

/** For example: 23 February to 1 March 2026. */
function dayRange(first: string, last: string): string {
  return longRange.formatRange(new Date(first), new Date(last)).replace(/\s*–\s*/, ' to ')
}

interface DayCount {
  day: string
  count: number
}

interface Digest {
  period: 'daily' | 'weekly'
  days: string
  headline: string
  figures: [title: string, figure: string | number][]
  /** Problems that the owner should do something about. */
  notes: string[]
  sources: { source: string; visits: number; signups: number }[]
  signupsByDay: DayCount[]
}

/** Without links to the privacy policy: the owner's own data is not what it is about. */
function digestMail(digest: Digest, adminCommand: string): MailContent {
  const { period, days, headline, figures, notes, sources, signupsByDay } = digest
  const title = period === 'daily' ? 'Your site yesterday' : 'Your site last week'
  const subject = `${title}: ${headline}`
  const foot = `Sent ${period}. If it stops arriving, check the server: ${adminCommand} doctor`
  const bySource = sources.map((one) => [one.source, one.visits, one.signups])
  return renderMail({
    language: 'en',
    subject,
    title,
    preview: subject,
    parts: [
      days,
      ...notes,
      figureTable(figures),
      ...(bySource.length > 0 ? [figureTable([['Source', 'Visits', 'Signups'], ...bySource])] : []),
      signupChart(signupsByDay),
      foot,
    ],
  })
}

/** A title, and figures to the right. */
function figureTable(rows: (string | number)[][]) {
  const cells = rows.map((row) => row.map((cell) => cell.toLocaleString('en')))
  const widths = cells[0]!.map((_, column) => Math.max(...cells.map((row) => row[column]!.length)))
  const lines = cells.map((row) => {
    const fitted = row.map((text, column) =>
      column === 0 ? text.padEnd(widths[column]!) : text.padStart(widths[column]!),
    )
    return fitted.join('  ')
  })
  const cell = { padding: '5px 0', borderBottom: `1px solid ${rule}`, verticalAlign: 'top' }
  const figure = { ...cell, paddingLeft: '16px', textAlign: 'right' } as const
  const html = (
    <table cellSpacing={0} cellPadding={0} width="100%" style={{ margin: '0 0 24px' }}>
      <tbody>
        {cells.map(([title, ...figures], index) => (
          <tr key={index}>
            <th className="rule" scope="row" style={{ ...cell, ...titleStyle }}>
              {title}
            </th>
            {figures.map((text, column) => (
              <td key={column} className="rule" align="right" style={figure}>
                {text}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
  return { html, text: lines.join('\n') }
}

const titleStyle = { textAlign: 'left', fontWeight: 400 } as const
const rule = colour('rule').light

const chartHeight = 64

/** Bars as table cells: mail programs show neither scripts nor SVG. */
function signupChart(days: DayCount[]) {
  const range = dayRange(days[0]!.day, days.at(-1)!.day)
  const max = Math.max(...days.map(({ count }) => count))
  if (max === 0) return `No signups from ${range}`
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
  const caption = `Signups per day, ${range}: busiest day ${max}`
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

const digestSample: Digest = {
  period: 'weekly',
  days: dayRange('2026-02-23', '2026-03-01'),
  headline: '412 visits, 37 signups',
  figures: [
    ['Visits', 412],
    ['Signups', 37],
    ['Confirmation emails accepted', 36],
    ['Confirmation emails refused', 1],
    ['Subscribers in total', 1204],
    ['Emails failed', 1],
    ['Last proven backup', '1 March 2026, 1,204 subscribers'],
    ['Free disk space', '41.3 GB'],
  ],
  notes: ['Last 30 days, outlook.com: 9 of 40 signups confirmed (elsewhere 70%). Check DKIM.'],
  sources: [
    { source: 'launch-list', visits: 230, signups: 24 },
    { source: 'untagged', visits: 182, signups: 13 },
  ],
  signupsByDay: Array.from({ length: 30 }, (_, index) => ({
    day: new Date(Date.UTC(2026, 0, 31 + index)).toISOString().slice(0, 10),
    count: (index * 7) % 11,
  })),
}
