import { renderToStaticMarkup } from 'react-dom/server'
import { colour } from '#colours.ts'
import { site } from '#content/content.ts'
import { describeFigures, percent, type Figures } from '#figures/collect-figures.ts'
import type { DayCount } from '#figures/text-chart.ts'
import { MailLayout } from '#mail/layout/mail-layout.tsx'

/** The figures as one page that needs nothing else, in the look of a mail: to open, print or send to a partner. */
export function statsPage(figures: Figures, now: Date): string {
  const { lines, charts, sources, remark } = describeFigures(figures)
  const page = (
    <MailLayout title={`${site.brand} in figures`} preview={now.toUTCString()} links={[]}>
      <style dangerouslySetInnerHTML={{ __html: styles }} />
      <p>{now.toUTCString()}</p>
      <dl>
        {lines.map(([title, figure]) => (
          <div key={title}>
            <dt>{title}</dt>
            <dd>{figure}</dd>
          </div>
        ))}
      </dl>
      {charts.map((chart) => (
        <Chart key={chart.title} {...chart} />
      ))}
      {sources.length > 0 && <Sources sources={sources} />}
      <p>{remark}</p>
    </MailLayout>
  )
  return `<!doctype html>${renderToStaticMarkup(page)}\n`
}

function Sources({ sources }: Pick<Figures, 'sources'>) {
  return (
    <table className="sources">
      <thead>
        <tr>
          <th scope="col">Source</th>
          <th scope="col">Visits</th>
          <th scope="col">Signups</th>
          <th scope="col">Share</th>
        </tr>
      </thead>
      <tbody>
        {sources.map(({ source, visits, signups, share }) => (
          <tr key={source}>
            <th scope="row">{source}</th>
            <td>{visits}</td>
            <td>{signups}</td>
            <td>{percent(share)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const slot = 24
const chartHeight = 200

function Chart({ title, days }: { title: string; days: DayCount[] }) {
  const most = Math.max(1, ...days.map(({ count }) => count))
  const total = days.reduce((sum, { count }) => sum + count, 0)
  const width = days.length * slot
  const heightOf = (count: number) => (chartHeight * count) / most
  // Half of an odd number is no count.
  const marks = most % 2 === 0 ? [0, most / 2, most] : [0, most]
  return (
    <section>
      <h2>{title}</h2>
      <svg
        viewBox={`-40 ${-16 - chartHeight} ${width + 60} ${chartHeight + 48}`}
        role="img"
        aria-label={`${title}: ${total} in ${days.length} days`}
      >
        {marks.map((count) => (
          <g key={count} transform={`translate(0 ${-heightOf(count)})`}>
            <path d={`M0 0h${width}`} />
            <text x={-8} y={4} textAnchor="end">
              {count}
            </text>
          </g>
        ))}
        {days.map(({ day, count }, index) => (
          <g key={day} transform={`translate(${index * slot})`}>
            <rect x={4} y={-heightOf(count)} width={slot - 8} height={heightOf(count)} rx={2}>
              <title>{`${day}: ${count}`}</title>
            </rect>
            {index % 7 === 1 && (
              <text x={slot / 2} y={20} textAnchor="middle">
                {day.slice(5)}
              </text>
            )}
          </g>
        ))}
      </svg>
    </section>
  )
}

const accent = colour('accent')

const styles = `
dl { display: grid; grid-template-columns: repeat(auto-fit, minmax(8rem, 1fr)); gap: 1.5rem; margin: 2rem 0 3rem; }
dd { margin: 0; font: 2rem/1.2 Georgia, serif; font-variant-numeric: tabular-nums; }
h2 { font: 500 1.4rem/1.2 Georgia, serif; }
svg { display: block; width: 100%; height: auto; }
text { fill: currentColor; font-size: 16px; }
rect { fill: light-dark(${accent.light}, ${accent.dark}); }
path { stroke: currentColor; opacity: .2; }
.sources { width: 100%; margin: 2rem 0; border-collapse: collapse; font-size: .9rem; }
.sources th, .sources td { padding: .3rem 0 .3rem .6rem; text-align: right; font-weight: 400; white-space: nowrap; }
.sources th:first-child { padding-left: 0; text-align: left; white-space: normal; }
.sources thead { opacity: .7; }
`
