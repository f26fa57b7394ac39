import { maxCounted, readListPage } from '#database/read-rows.ts'
import { countMailByStatus, readMailScreen } from '#mail/outbox.ts'
import { listSuppressions, suppressionKey } from '#mail/suppressions.ts'
import type { View } from './layout.tsx'
import { causeLabels, mailColumns, pauseWarnings } from './mail-columns.tsx'
import type { ListRequest, PageContext } from './page-context.ts'
import { ActionButton, addressArgs, Command, count, Tabs, Text, When } from './parts.tsx'
import { List, Pager, type Column } from './table.tsx'

const states = {
  queued: { label: 'Waiting', none: 'No mail is waiting.' },
  failed: { label: 'Failed', none: 'No mail has failed.' },
  in_doubt: { label: 'In doubt', none: 'No mail is in doubt.' },
}

type State = keyof typeof states

const suppressed = 'suppressed'

type Counts = Awaited<ReturnType<typeof countMailByStatus>>

export async function mailView(context: PageContext, request: ListRequest): Promise<View> {
  const { db, smtpUrl } = context
  const state = request.stateOf({ ...states, [suppressed]: {} })
  const counts = await countMailByStatus(db)
  const tabs = Object.entries(states).map(([name, { label }]) => {
    return [name, `${label} ${count(countMailIn(counts, name as State), maxCounted)}`]
  })
  return {
    title: 'Mail',
    body: (
      <>
        <h1>Mail</h1>
        <Tabs
          label="States"
          path="mail?state="
          tabs={{ ...Object.fromEntries(tabs), [suppressed]: 'Suppressed' }}
          current={state}
        />
        {smtpUrl === undefined && (
          <p className="warning">SMTP_URL is not set, so no mail is sent: all of it waits.</p>
        )}
        {await pauseWarnings(context)}
        {state === suppressed
          ? await suppressions(context, request)
          : await mailIn(state, context, request, counts)}
      </>
    ),
  }
}

export function countMailIn(counts: Counts, state: State): number {
  return counts.reduce((sum, ofLetter) => sum + ofLetter[state], 0)
}

async function mailIn(
  state: State,
  { db, mailKinds }: PageContext,
  { after, letter }: ListRequest,
  counts: Counts,
) {
  const shown = counts.find((one) => one.letter === (letter || null)) ?? counts[0]!
  const selection = { letter: shown.letter, status: state }
  const { rows, next } = await readMailScreen(db, mailKinds, selection, after)
  const choices = counts
    .filter((one) => one.letter === null || one[state] > 0)
    .map((one) => {
      const label = `${one.letter ?? 'All but letters'} ${count(one[state], maxCounted)}`
      return [one.letter ?? '', label]
    })
  const current = shown.letter ?? ''
  const query = `?state=${state}&letter=${encodeURIComponent(current)}`
  const action: Column<(typeof rows)[number]> = {
    title: 'Action',
    cell: ({ id, to }) =>
      to !== null && (
        <ActionButton path={`mail/${encodeURIComponent(id)}/retry`} label="Try again" about={to} />
      ),
  }
  return (
    <>
      <div className="beside">
        {choices.length > 1 && (
          <Tabs
            label="Letters"
            path={`mail?state=${state}&letter=`}
            tabs={Object.fromEntries(choices)}
            current={current}
          />
        )}
        {state === 'failed' && rows.length > 0 && !shown.isStopped && (
          <ActionButton path={`mail/retry${query}`} label="Try all of these again" />
        )}
      </div>
      <List
        caption={`${states[state].label}, the latest change first`}
        rows={rows}
        none={states[state].none}
        columns={[...mailColumns, ...(shown.isStopped ? [] : [action])]}
      />
      {state === 'in_doubt' && rows.length > 0 && (
        <p className="quiet">If an email has arrived, trying again sends it twice.</p>
      )}
      <Pager path={`mail${query}&`} after={after} next={next} />
    </>
  )
}

async function suppressions({ db }: PageContext, { after }: ListRequest) {
  const { rows, next } = await readListPage(listSuppressions(db), suppressionKey, after)
  return (
    <>
      <List
        caption="Addresses that get no mail"
        rows={rows}
        none="No address is suppressed."
        columns={suppressionColumns}
      />
      <Pager path="mail?state=suppressed&" after={after} next={next} />
    </>
  )
}

type Suppression = { email: string; cause: keyof typeof causeLabels; reason: string; since: string }

const suppressionColumns: Column<Suppression>[] = [
  { title: 'Address', cell: ({ email }) => <Text>{email}</Text> },
  {
    title: 'Why',
    cell: ({ cause, reason }) => (
      <>
        {causeLabels[cause]}. <Text>{reason}</Text>
      </>
    ),
  },
  { title: 'Since', cell: ({ since }) => <When at={since} /> },
  {
    title: 'To allow mail again',
    cell: ({ email, cause }) =>
      cause === 'person' ? (
        'only they can, on their data page'
      ) : (
        <Command args={['suppressions', 'remove', ...addressArgs(email)]} />
      ),
  },
]
