import { collectSignupFigures } from '../collect-figures.ts'
import { funnelTotal } from '../funnel.ts'
import { percent } from '../printable.ts'
import type { View } from './layout.tsx'
import type { PageContext } from './page-context.ts'
import { count, Text, Totals } from './parts.tsx'
import { countColumn, Figures, type Column } from './table.tsx'

/** The figures of `stats`, drawn. */
export async function figuresView({ db, clock }: PageContext): Promise<View> {
  const figures = await collectSignupFigures(db, clock())
  const { subscribers, sources, funnel, funnelWarnings } = figures
  const signups = figures.signupsByDay.map((one) => ({ day: one.day, figure: one.signups }))
  const visits = figures.visitsByDay.map((one) => ({ day: one.day, figure: one.visits }))
  return {
    title: 'Figures',
    body: (
      <>
        <h1>Figures</h1>
        <Totals
          totals={[
            { title: 'confirmed', figure: count(subscribers.confirmed) },
            { title: 'pending', figure: count(subscribers.pending) },
            { title: 'unsubscribed', figure: count(subscribers.unsubscribed) },
            { title: 'of signups confirmed', figure: percent(figures.conversion) },
            { title: 'visits in 30 days', figure: count(figures.visits) },
            { title: 'signups per visit', figure: percent(figures.signupsPerVisit) },
          ]}
        />
        <div className="columns">
          <DayChart title="Signups per day" days={signups} />
          <DayChart title="Visits per day" days={visits} />
        </div>
        <h2>From the form to the list</h2>
        <Steps {...funnelTotal(funnel)} />
        {funnelWarnings.map((sentence) => (
          <p key={sentence} className="warning">
            {sentence}
          </p>
        ))}
        <div className="columns">
          <section>
            <h2>By mail domain</h2>
            <Figures
              caption="Steps from the form to the list, by mail domain, last 30 days"
              columns={funnelColumns}
              rows={funnel}
              none="No signups in the last 30 days."
            />
          </section>
          <section>
            <h2>Sources</h2>
            <Figures
              caption="Visits and signups by source, last 30 days"
              columns={sourceColumns}
              rows={sources}
              none="No visits in the last 30 days."
            />
          </section>
        </div>
        <p className="fine-print">
          Days are UTC. Visits served by a CDN aren’t counted. Sources are words from visitors’
          browsers: anyone can make them up. Mail scanners open links, too. Domains with fewer than
          ten signups in 30 days are “other”.
        </p>
      </>
    ),
  }
}

const columnWidth = 20
const height = 100

/** Bars, with a table for screen readers and everybody who wants the numbers. */
function DayChart({ title, days }: { title: string; days: { day: string; figure: number }[] }) {
  const max = Math.max(...days.map(({ figure }) => figure))
  const sum = days.reduce((total, { figure }) => total + figure, 0)
  return (
    <figure className="chart">
      <figcaption>
        <h2>{title}</h2>
        <p className="quiet">
          {count(sum)} in 30 days, at most {count(max)} per day
        </p>
      </figcaption>
      <svg
        viewBox={`0 0 ${days.length * columnWidth} ${height}`}
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        {days.map(({ day, figure }, index) => {
          const tall = figure === 0 ? 0 : Math.max(2, (figure / max) * height)
          const bar = { x: index * columnWidth + 2, y: height - tall, width: columnWidth - 4 }
          return (
            <rect key={day} {...bar} height={tall}>
              <title>{`${day}: ${figure}`}</title>
            </rect>
          )
        })}
      </svg>
      <p className="axis" aria-hidden="true">
        <span>{days[0]!.day}</span>
        <span>{days.at(-1)!.day}</span>
      </p>
      <details>
        <summary>{title} as a table</summary>
        <Figures
          caption={`${title}, last 30 days`}
          rows={days.toReversed()}
          none=""
          columns={[{ title: 'day', cell: ({ day }) => day }, countColumn('figure')]}
        />
      </details>
    </figure>
  )
}

function Steps({ asked, accepted, opened, confirmed }: ReturnType<typeof funnelTotal>) {
  const steps = {
    'signed up': asked,
    'confirmation emails accepted': accepted,
    'opened the link': opened,
    confirmed,
  }
  return (
    <ol className="steps">
      {Object.entries(steps).map(([label, figure]) => (
        <li key={label}>
          <span>
            <strong>{count(figure)}</strong> {label}
          </span>
          <progress aria-hidden="true" value={figure} max={Math.max(1, asked)} />
        </li>
      ))}
    </ol>
  )
}

type SignupFigures = Awaited<ReturnType<typeof collectSignupFigures>>

const funnelColumns: Column<SignupFigures['funnel'][number]>[] = [
  { title: 'domain', cell: ({ domain }) => <Text>{domain}</Text> },
  ...(['asked', 'accepted', 'refused', 'opened', 'confirmed'] as const).map(countColumn),
  {
    title: 'confirmed %',
    cell: ({ confirmationRate }) => percent(confirmationRate),
    isNumber: true,
  },
]

const sourceColumns: Column<SignupFigures['sources'][number]>[] = [
  { title: 'source', cell: ({ source }) => <Text>{source}</Text> },
  countColumn('visits'),
  countColumn('signups'),
  { title: 'per visit', cell: ({ signupsPerVisit }) => percent(signupsPerVisit), isNumber: true },
]
