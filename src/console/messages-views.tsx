import { site } from '#content/content.ts'
import { countSome, maxCounted, readScreen } from '#database/read-pages.ts'
import {
  findMessage,
  listMessages,
  maxSearched,
  messageKey,
  searchMessages,
} from '#messages/list-messages.ts'
import { longDate } from '#long-time.ts'
import { contactFields, isOneLine, type ContactValues } from '#submission-fields.ts'
import type { View } from './layout.tsx'
import type { ListRequest, PageContext } from './page-context.ts'
import {
  Act,
  addressArgs,
  Command,
  count,
  excerpt,
  Facts,
  Pager,
  Search,
  Tabs,
  Text,
  When,
} from './parts.tsx'
import { Table, type Column } from './table.tsx'

const states = {
  open: { words: 'Open', none: 'All messages are answered.' },
  answered: { words: 'Answered', none: 'No message was marked as answered yet.' },
  quarantined: { words: 'Quarantine', none: 'Nothing is in quarantine.' },
}

type State = keyof typeof states

type Row = Awaited<ReturnType<typeof searchMessages>>[number]

export async function messagesView(context: PageContext, request: ListRequest): Promise<View> {
  const { db } = context
  const { words, after } = request
  const state = request.stateOf(states)
  const query = (one: State) =>
    one === 'quarantined'
      ? listMessages(db, { status: 'quarantined' })
      : listMessages(db, { status: 'received', open: one === 'open', answered: one === 'answered' })
  const { rows, next } =
    words === ''
      ? await readScreen(query(state), messageKey, after)
      : { rows: await searchMessages(db, words), next: undefined }
  const openCount = await countSome(db, query('open'))
  return {
    title: 'Messages',
    body: (
      <>
        <h1>Messages</h1>
        <div className="beside">
          <Tabs
            label="Messages"
            tabs={Object.entries(states).map(([name, one]) => ({
              path: `messages?state=${name}`,
              words: name === 'open' ? `Open ${count(openCount, maxCounted)}` : one.words,
              isCurrent: words === '' && name === state,
            }))}
          />
          <Search path="messages" given={words} label="Address, name or words" />
        </div>
        {words !== '' && (
          <p className="quiet">
            Searched: the start of the address in all messages, everything else in the newest{' '}
            {count(maxSearched)}. Shows 50 at most.
          </p>
        )}
        <Table
          caption={words === '' ? `${states[state].words} messages` : 'Messages found'}
          columns={columns}
          rows={rows}
          none={words === '' ? states[state].none : 'No message found.'}
        />
        <Pager path={`messages?state=${state}&`} isFirst={!after} next={next} />
      </>
    ),
  }
}

const columns: Column<Row>[] = [
  {
    title: 'From',
    cell: ({ id, name, email }) => (
      <a href={`messages/${encodeURIComponent(id)}`}>
        <Text>{excerpt(name || email, 80)}</Text>
      </a>
    ),
  },
  { title: 'Message', cell: ({ message }) => <Text>{excerpt(message)}</Text> },
  { title: 'Received', cell: ({ receivedAt }) => <When at={receivedAt} /> },
]

export async function messageView({ db }: PageContext, id: string): Promise<View | undefined> {
  const row = await findMessage(db, id)
  if (!row) return undefined
  const { email, receivedAt, answeredAt, status } = row
  const isReal = status === 'received'
  return {
    title: 'Message',
    body: (
      <>
        <p className="back">
          <a href="messages">← Messages</a>
        </p>
        <h1 className="given">
          <Text>{excerpt(row.name || email, 80)}</Text>
        </h1>
        <Facts
          facts={[
            ...contactFields
              .filter(isOneLine)
              .map(({ words, name }): [string, React.ReactNode] => [
                words.en.label,
                <Text key={name}>{row[name]}</Text>,
              ]),
            ['Received', <When key="received" at={receivedAt} />],
            ['Answered', isReal ? <When key="answered" at={answeredAt} /> : 'in quarantine'],
          ]}
        />
        {contactFields
          .filter((field) => !isOneLine(field))
          .map(({ name }) => (
            <div key={name} className="letter-text">
              <Text>{row[name]}</Text>
            </div>
          ))}
        {isReal && (
          <div className="acts">
            <a className="button" href={replyLink(row)}>
              Reply
            </a>
            {answeredAt === null ? (
              <Act path={`messages/${id}/answered`} label="Mark as answered" />
            ) : (
              <Act path={`messages/${id}/open`} label="Mark as open again" />
            )}
          </div>
        )}
        <h2>In the terminal</h2>
        <ul className="commands">
          <li>
            Delete this message: <Command args={['messages', 'remove', id]} />
          </li>
          <li>
            Everything held about the address:{' '}
            <Command args={['data', 'show', ...addressArgs(email)]} />
          </li>
        </ul>
      </>
    ),
  }
}

const maxQuoted = 1200

/** For the owner's own mail program. Longer addresses than this are cut off by some. */
function replyLink({ email, message, receivedAt }: ContactValues & { receivedAt: string }): string {
  const text = message.length > maxQuoted ? `${message.slice(0, maxQuoted)} […]` : message
  const quote = text.toWellFormed().replaceAll(/^/gm, '> ')
  const body = `\n\nOn ${longDate('en', new Date(receivedAt))} you wrote:\n${quote}`
  const to = encodeURIComponent(email).replaceAll('%40', '@')
  const subject = encodeURIComponent(`Your message to ${site.brand}`)
  return `mailto:${to}?subject=${subject}&body=${encodeURIComponent(body.replaceAll('\n', '\r\n'))}`
}
