import { collectFigures, type Figures } from '#figures/collect-figures.ts'
import { funnelTotal } from '#figures/funnel.ts'
import type { View } from './layout.tsx'
import type { PageContext } from './page-context.ts'
import { count, percent, Text, Totals } from './parts.tsx'
import { Table, type Column } from './table.tsx'

/** The same as `stats`, drawn. */
export async function figuresView({ db, clock }: PageContext): Promise<View> {
  const figures = await collectFigures(db, clock())
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
            { title: 'confirmed of all who asked', figure: percent(figures.conversion) },
            { title: 'visits in 30 days', figure: count(figures.visits) },
            { title: 'signups per visit', figure: percent(figures.signupsPerVisit) },
          ]}
        />
        <div className="columns">
          <DayChart title="Signups a day" noun="signups" days={signups} />
          <DayChart title="Visits a day" noun="visits" days={visits} />
        </div>
        <h2>From the form to the list</h2>
        <Steps total={funnelTotal(funnel)} />
        {funnelWarnings.map((sentence) => (
          <p key={sentence} className="warning">
            {sentence}
          </p>
        ))}
        <div className="columns">
          <section>
            <h2>By mail domain</h2>
            <Table
              caption="Steps from the form to the list, by mail domain, last 30 days"
              isSmall
              columns={funnelColumns}
              rows={funnel}
              none="No signups in the last 30 days."
            />
          </section>
          <section>
            <h2>Sources</h2>
            <Table
              caption="Visits and signups by source, last 30 days"
              isSmall
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

/** Bars for the eye, a table for everybody else. */
function DayChart(props: { title: string; noun: string; days: { day: string; figure: number }[] }) {
  const { title, noun, days } = props
  const max = Math.max(...days.map(({ figure }) => figure))
  const sum = days.reduce((total, { figure }) => total + figure, 0)
  return (
    <figure className="chart">
      <figcaption>
        <h2>{title}</h2>
        <p className="quiet">
          {count(sum)} in 30 days, at most {count(max)} a day
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
        <Table
          caption={`${title}, last 30 days`}
          isSmall
          rows={days.toReversed()}
          none=""
          columns={[
            { title: 'Day', cell: ({ day }) => day },
            { title: noun, cell: ({ figure }) => count(figure), isNumber: true },
          ]}
        />
      </details>
    </figure>
  )
}

type Steps = ReturnType<typeof funnelTotal>

function Steps({ total }: { total: Steps }) {
  const steps: [keyof Steps, string][] = [
    ['asked', 'signed up'],
    ['accepted', 'confirmation mails accepted'],
    ['opened', 'opened the link'],
    ['confirmed', 'confirmed'],
  ]
  return (
    <ol className="steps">
      {steps.map(([step, words]) => (
        <li key={step}>
          <span>
            <strong>{count(total[step])}</strong> {words}
          </span>
          <svg viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true">
            <rect width={total.asked === 0 ? 0 : (total[step] / total.asked) * 100} height="1" />
          </svg>
        </li>
      ))}
    </ol>
  )
}

const funnelColumns: Column<Figures['funnel'][number]>[] = [
  { title: 'Domain', cell: ({ domain }) => <Text>{domain}</Text> },
  { title: 'asked', cell: ({ asked }) => count(asked), isNumber: true },
  { title: 'accepted', cell: ({ accepted }) => count(accepted), isNumber: true },
  { title: 'refused', cell: ({ refused }) => count(refused), isNumber: true },
  { title: 'opened', cell: ({ opened }) => count(opened), isNumber: true },
  { title: 'confirmed', cell: ({ confirmed }) => count(confirmed), isNumber: true },
  {
    title: 'confirmed %',
    cell: ({ confirmationRate }) => percent(confirmationRate),
    isNumber: true,
  },
]

const sourceColumns: Column<Figures['sources'][number]>[] = [
  { title: 'Source', cell: ({ source }) => <Text>{source}</Text> },
  { title: 'visits', cell: ({ visits }) => count(visits), isNumber: true },
  { title: 'signups', cell: ({ signups }) => count(signups), isNumber: true },
  { title: 'per visit', cell: ({ signupsPerVisit }) => percent(signupsPerVisit), isNumber: true },
]
