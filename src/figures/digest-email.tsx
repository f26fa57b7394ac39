import { renderMail, type MailContent } from '#mail/layout/render-mail.tsx'
import { textChart } from './text-chart.ts'

export type DigestProps = typeof digestSample

const mostSources = 5

/** To the owner: how it goes. When it stays away, that is the alarm. */
export function digestEmail(props: DigestProps, publicUrl: string): MailContent {
  const { period, visits, signups } = props
  const title = period === 'daily' ? 'Your site yesterday' : 'Your site last week'
  const subject = `${title}: ${visits} visits, ${signups} signups`
  const chart = ['Signups a day', ...textChart(props.signupsByDay, 60, true)]
  const foot = `It comes ${period}. If it stays away, look at the server: npm run admin -- doctor`
  return renderMail({
    subject,
    title,
    preview: subject,
    parts: [drawn(linesOf(props)), drawn(chart), foot],
    publicUrl,
  })
}

function drawn(lines: string[]) {
  const style = { margin: '0 0 16px', font: '13px/1.2 monospace', overflow: 'auto' }
  const text = lines.join('\n')
  return { html: <pre style={style}>{text}</pre>, text }
}

function linesOf(props: DigestProps): string[] {
  const { mailWaiting, mailFailed, mailHeldBack, sources } = props
  const line = (name: string, figure: string | number) => `${name.padEnd(14)} ${figure}`
  return [
    line('From, to', `${props.since}, ${props.until}`),
    line('Visits', props.visits),
    ...sources
      .slice(0, mostSources)
      .map(({ source, visits, signups }) =>
        line('', `${source}: ${visits} visits, ${signups} signups`),
      ),
    line('Signups', props.signups),
    line('Confirmed', `${props.confirmed} in all`),
    line('Messages', props.messages),
    line('Mail', `${mailWaiting} waiting, ${mailFailed} failed`),
    ...(mailHeldBack === undefined ? [] : [line('', `held back: ${mailHeldBack}`)]),
    line('Last backup', props.lastBackup ?? 'none was made yet'),
    line('Disk', `${props.freeGigabytes.toFixed(1)} GB free`),
  ]
}

export const digestSample = {
  period: 'weekly' as 'daily' | 'weekly',
  since: '2026-02-23',
  until: '2026-03-01',
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
