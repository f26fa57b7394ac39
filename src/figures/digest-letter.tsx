import { renderLetter, type Letter } from '#mail/letters/letter.tsx'
import { textChart } from './text-chart.ts'

export type DigestProps = typeof digestSample

const mostSources = 5

/** To the owner: how it goes. When it stays away, that is the alarm. */
export function digestLetter(props: DigestProps, publicUrl: string): Letter {
  const { period, visits, signups } = props
  const title = period === 'daily' ? 'Your site yesterday' : 'Your site last week'
  const subject = `${title}: ${visits} visits, ${signups} signups`
  const lines = linesOf(props).map(([name, figure]) => `${name.padEnd(14)} ${figure}`)
  const chart = ['Signups a day', ...textChart(props.signupsByDay, 60, true)]
  const foot = `It comes ${period}. If it stays away, look at the server: npm run admin -- doctor`
  return renderLetter({
    subject,
    title,
    preview: subject,
    parts: [drawn(lines), drawn(chart), foot],
    publicUrl,
  })
}

function drawn(lines: string[]) {
  const style = { margin: '0 0 16px', font: '13px/1.2 monospace', overflow: 'auto' }
  const text = lines.join('\n')
  return { html: <pre style={style}>{text}</pre>, text }
}

function linesOf(props: DigestProps): [name: string, figure: string][] {
  const { mailWaiting, mailFailed, mailHeldBack, sources } = props
  return [
    ['From, to', `${props.since}, ${props.until}`],
    ['Visits', String(props.visits)],
    ...sources
      .slice(0, mostSources)
      .map(({ source, visits, signups }): [string, string] => [
        '',
        `${source}: ${visits} visits, ${signups} signups`,
      ]),
    ['Signups', String(props.signups)],
    ['Confirmed', `${props.confirmed} in all`],
    ['Messages', String(props.messages)],
    ['Mail', `${mailWaiting} waiting, ${mailFailed} failed`],
    ...(mailHeldBack === undefined ? [] : [['', `held back: ${mailHeldBack}`] as [string, string]]),
    ['Last backup', props.lastBackup ?? 'none was made yet'],
    ['Disk', `${props.freeGigabytes.toFixed(1)} GB free`],
  ]
}

export const digestSample = {
  period: 'weekly' as 'daily' | 'weekly',
  since: '2026-02-23',
  until: '2026-03-02',
  visits: 412,
  signups: 37,
  /** Altogether, now. */
  confirmed: 218,
  messages: 4,
  sources: [
    { source: 'launch-list', visits: 230, signups: 24 },
    { source: 'news.example.net', visits: 121, signups: 0 },
    { source: 'direct', visits: 61, signups: 0 },
    { source: 'untagged', visits: 0, signups: 13 },
  ],
  mailWaiting: 0,
  mailFailed: 1,
  mailHeldBack: undefined as string | undefined,
  lastBackup: '2026-03-02' as string | undefined,
  freeGigabytes: 31.4,
  signupsByDay: Array.from({ length: 30 }, (_, index) => ({
    day: new Date(Date.UTC(2026, 1, 1 + index)).toISOString().slice(0, 10),
    count: (index * 7) % 11,
  })),
}
