import { renderToStaticMarkup } from 'react-dom/server'
import { colour } from '#colours.ts'
import { site } from '#content/content.ts'
import type { Stats } from './collect-stats.ts'

/** The figures as one page that needs nothing else: to open, print or send to a partner. */
export function statsPage(stats: Stats, now: Date): string {
  return `<!doctype html>${renderToStaticMarkup(<StatsPage stats={stats} now={now} />)}\n`
}

function StatsPage({ stats, now }: { stats: Stats; now: Date }) {
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{`${site.brand} — figures`}</title>
        <style dangerouslySetInnerHTML={{ __html: styles }} />
      </head>
      <body>
        <h1>{site.brand} in figures</h1>
        <p>{now.toUTCString()}</p>
        <dl>
          {statsLines(stats).map(([title, figure]) => (
            <div key={title}>
              <dt>{title}</dt>
              <dd>{figure}</dd>
            </div>
          ))}
        </dl>
        <h2>Signups a day</h2>
        <SignupChart days={stats.signupsByDay} />
      </body>
    </html>
  )
}

/** The same lines on the page and in the terminal. */
export function statsLines(stats: Stats): [title: string, figure: string][] {
  const { subscribers, conversion } = stats
  return [
    ['Confirmed', String(subscribers.confirmed)],
    ['Pending', String(subscribers.pending)],
    ['Unsubscribed', String(subscribers.unsubscribed)],
    ['Conversion', conversion === null ? 'none yet' : `${(conversion * 100).toFixed(1)} %`],
    ['Messages', String(stats.messages)],
    ['Mail waiting', String(stats.mailWaiting)],
  ]
}

const slot = 24
const chartHeight = 200

function SignupChart({ days }: { days: Stats['signupsByDay'] }) {
  const most = Math.max(1, ...days.map(({ signups }) => signups))
  const total = days.reduce((sum, { signups }) => sum + signups, 0)
  return (
    <svg
      viewBox={`-40 -16 ${days.length * slot + 48} ${chartHeight + 48}`}
      role="img"
      aria-label={`${total} signups in ${days.length} days`}
    >
      {[0, 0.5, 1].map((share) => (
        <g key={share}>
          <line
            className="rule"
            x1={0}
            x2={days.length * slot}
            y1={chartHeight * (1 - share)}
            y2={chartHeight * (1 - share)}
          />
          {(share !== 0.5 || most % 2 === 0) && (
            <text x={-8} y={chartHeight * (1 - share) + 4} textAnchor="end">
              {most * share}
            </text>
          )}
        </g>
      ))}
      {days.map(({ day, signups }, index) => (
        <g key={day}>
          <rect
            x={index * slot + 4}
            y={chartHeight * (1 - signups / most)}
            width={slot - 8}
            height={(chartHeight * signups) / most}
            rx={2}
          >
            <title>{`${day}: ${signups}`}</title>
          </rect>
          {index % 7 === 1 && (
            <text x={index * slot + slot / 2} y={chartHeight + 20} textAnchor="middle">
              {day.slice(5)}
            </text>
          )}
        </g>
      ))}
    </svg>
  )
}

const tokens = ['paper', 'ink', 'ink-soft', 'rule', 'accent'].map((name) => {
  const { light, dark } = colour(name)
  return `--${name}: light-dark(${light}, ${dark});`
})

const styles = `
:root { color-scheme: light dark; ${tokens.join(' ')} }
body { max-width: 56rem; margin: 0 auto; padding: 3rem 1.25rem; background: var(--paper); color: var(--ink);
  font: 1rem/1.6 system-ui, sans-serif; }
h1, h2 { font-family: Georgia, serif; font-weight: 500; line-height: 1.2; }
p, dt { margin: 0; color: var(--ink-soft); }
dl { display: grid; grid-template-columns: repeat(auto-fit, minmax(8rem, 1fr)); gap: 1.5rem; margin: 2rem 0 3rem; }
dd { margin: 0; font: 2rem/1.2 Georgia, serif; font-variant-numeric: tabular-nums; }
svg { display: block; width: 100%; height: auto; }
rect { fill: var(--accent); } text { fill: var(--ink-soft); font-size: 11px; } .rule { stroke: var(--rule); }
`
