import { countSome, maxCounted, readScreen } from '#database/read-pages.ts'
import { listSubscribers, searchSubscribers, subscriberKey } from '#newsletter/list-subscribers.ts'
import type { View } from './layout.tsx'
import { causeWords } from './mail-words.tsx'
import type { ListRequest, PageContext } from './page-context.ts'
import { count, Pager, Search, Tabs, Text, When } from './parts.tsx'
import { Table, type Column } from './table.tsx'

const states = {
  all: 'All',
  confirmed: 'Confirmed',
  pending: 'Pending',
  unsubscribed: 'Unsubscribed',
}

export function statusOf(state: string | undefined) {
  if (state === undefined || state === 'all' || !Object.hasOwn(states, state)) return {}
  return { status: state as Exclude<keyof typeof states, 'all'> }
}

type Row = Awaited<ReturnType<typeof searchSubscribers>>[number]

export async function subscribersView(context: PageContext, request: ListRequest): Promise<View> {
  const { db } = context
  const { words, after } = request
  const state = request.stateOf(states)
  const tabs = []
  for (const [name, title] of Object.entries(states)) {
    const found = await countSome(db, listSubscribers(db, statusOf(name)))
    tabs.push({
      path: `subscribers?state=${name}`,
      words: `${title} ${count(found, maxCounted)}`,
      isCurrent: words === '' && name === state,
    })
  }
  const { rows, next } =
    words === ''
      ? await readScreen(listSubscribers(db, statusOf(state)), subscriberKey, after)
      : { rows: await searchSubscribers(db, words), next: undefined }
  return {
    title: 'Subscribers',
    body: (
      <>
        <h1>Subscribers</h1>
        <div className="beside">
          <Tabs label="Subscribers" tabs={tabs} />
          <Search path="subscribers" given={words} label="Start of an address, or @domain" />
        </div>
        {words !== '' && <p className="quiet">Shows 50 at most: type more to find fewer.</p>}
        <Table
          caption={words === '' ? `${states[state]}, newest first` : 'Subscribers found'}
          columns={columns}
          rows={rows}
          none={words === '' ? 'Nobody yet.' : 'Nobody found.'}
        />
        <Pager path={`subscribers?state=${state}&`} isFirst={!after} next={next} />
        <p>
          <a href={`subscribers.csv?state=${state}`} download>
            Download as CSV
          </a>{' '}
          <span className="quiet">
            {states[state].toLowerCase()}, for a spreadsheet. It holds personal data: delete it when
            you are done.
          </span>
        </p>
      </>
    ),
  }
}

const columns: Column<Row>[] = [
  {
    title: 'Address',
    cell: ({ id, email }) => (
      <a href={`subscribers/${encodeURIComponent(id)}`}>
        <Text>{email}</Text>
      </a>
    ),
  },
  {
    title: 'State',
    cell: ({ status, noMail }) => (
      <>
        {status}
        {noMail !== null && <span className="quiet"> no mail: {causeWords[noMail]}</span>}
      </>
    ),
  },
  { title: 'Language', cell: ({ language }) => language },
  { title: 'Asked', cell: ({ askedAt }) => <When at={askedAt} />, isNamed: true },
  { title: 'Confirmed', cell: ({ confirmedAt }) => <When at={confirmedAt} />, isNamed: true },
]
