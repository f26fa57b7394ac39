import { renderMail, type MailContent } from '#mail/layout/render-mail.tsx'
import { textChart, type DayCount } from './text-chart.ts'

export interface Digest {
  period: 'daily' | 'weekly'
  headline: string
  lines: string[]
  signupsByDay: DayCount[]
}

/** To the owner: how it goes. When it stays away, that is the alarm. */
export function digestEmail(digest: Digest, publicUrl: string): MailContent {
  const { period, headline, lines, signupsByDay } = digest
  const title = period === 'daily' ? 'Your site yesterday' : 'Your site last week'
  const subject = `${title}: ${headline}`
  const chart = ['Signups a day', ...textChart(signupsByDay, 60, true)]
  const foot = `It comes ${period}. If it stays away, look at the server: npm run admin -- doctor`
  return renderMail({
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
