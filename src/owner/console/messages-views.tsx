import { site } from '#content/content.ts'
import { siteLanguage } from '#content/site-language.ts'
import { countSome, maxCounted, readListPage } from '#database/read-rows.ts'
import type { Words } from '#language.ts'
import { longDate } from '#long-time.ts'
import {
  findMessage,
  listMessages,
  maxSearched,
  messageKey,
  searchMessages,
} from '#messages/list-messages.ts'
import { contactFields, isOneLine } from '#submission-fields.ts'
import type { View } from './layout.tsx'
import type { ListRequest, PageContext } from './page-context.ts'
import {
  ActionButton,
  addressArgs,
  Commands,
  count,
  excerpt,
  Facts,
  NoMoreEmail,
  Search,
  Tabs,
  Text,
  When,
} from './parts.tsx'
import { linkColumn, List, Pager, type Column } from './table.tsx'

/** The words for an empty list. */
const states = {
  open: 'All messages are answered.',
  answered: 'No message has been marked as answered yet.',
  quarantined: 'Nothing is in quarantine.',
}

type State = keyof typeof states

export async function messagesView({ db }: PageContext, request: ListRequest): Promise<View> {
  const { search, after } = request
  const state = request.stateOf(states)
  const query = (one: State) =>
    one === 'quarantined'
      ? listMessages(db, { status: 'quarantined' })
      : listMessages(db, { status: 'received', open: one === 'open', answered: one === 'answered' })
  const { rows, next } =
    search === ''
      ? await readListPage(query(state), messageKey, after)
      : { rows: await searchMessages(db, search), next: undefined }
  const openCount = count(await countSome(db, query('open')), maxCounted)
  const tabs = { open: `Open ${openCount}`, answered: 'Answered', quarantined: 'Quarantine' }
  return {
    title: 'Messages',
    body: (
      <>
        <h1>Messages</h1>
        <div className="beside">
          <Tabs label="Messages" path="messages?state=" tabs={tabs} current={search ? '' : state} />
          <Search path="messages" given={search} label="Address, name or words" />
        </div>
        {search !== '' && (
          <p className="quiet">
            Searched: the start of the address in all messages, everything else in the newest{' '}
            {count(maxSearched)}. Shows up to 50.
          </p>
        )}
        <List
          caption={search === '' ? tabs[state] : 'Messages found'}
          columns={messageColumns}
          rows={rows}
          none={search === '' ? states[state] : 'No message found.'}
        />
        <Pager path={`messages?state=${state}&`} after={after} next={next} />
      </>
    ),
  }
}

type Row = Awaited<ReturnType<typeof searchMessages>>[number]

export const messageColumns: Column<Row>[] = [
  linkColumn('From', 'messages', ({ id, name, email }) => [id, excerpt(name || email, 80)]),
  { title: 'Message', cell: ({ message }) => <Text>{excerpt(message)}</Text> },
  { title: 'Received', cell: ({ receivedAt }) => <When at={receivedAt} /> },
]

export async function messageView({ db }: PageContext, id: string): Promise<View | undefined> {
  const row = await findMessage(db, id)
  if (!row) return undefined
  const { email, receivedAt, answeredAt, status } = row
  const isReceived = status === 'received'
  const lines = contactFields.filter(isOneLine).map(({ words, name }) => {
    return [words.en.label, <Text key={name}>{row[name]}</Text>]
  })
  return {
    title: 'Message',
    body: (
      <>
        <h1 className="given">
          <Text>{excerpt(row.name || email, 80)}</Text>
        </h1>
        <Facts
          facts={{
            ...Object.fromEntries(lines),
            Received: <When at={receivedAt} />,
            Answered: isReceived ? <When at={answeredAt} /> : 'in quarantine',
          }}
        />
        {contactFields
          .filter((field) => !isOneLine(field))
          .map(({ name }) => (
            <div key={name} className="sheet">
              <Text>{row[name]}</Text>
            </div>
          ))}
        {isReceived && (
          <div className="actions">
            <a className="button" href={replyLink(row)}>
              Reply
            </a>
            {answeredAt === null ? (
              <ActionButton path={`messages/${id}/answered`} label="Mark as answered" />
            ) : (
              <ActionButton path={`messages/${id}/open`} label="Mark as open again" />
            )}
          </div>
        )}
        <NoMoreEmail path={`messages/${id}/no-more-email`} email={email} />
        <Commands
          commands={{
            'Delete this message': ['messages', 'remove', id],
            'Everything held about the address': ['data', 'show', ...addressArgs(email)],
          }}
        />
      </>
    ),
  }
}

const maxQuoted = 1200

/** Opens the owner's own mail program. Some of them cut off longer links than this. */
function replyLink(row: NonNullable<Awaited<ReturnType<typeof findMessage>>>): string {
  const { email, message, receivedAt } = row
  const language = siteLanguage(row.language)
  const { subject, wrote } = reply[language]
  const text = message.length > maxQuoted ? `${message.slice(0, maxQuoted)} […]` : message
  const quote = text.toWellFormed().replaceAll(/^/gm, '> ')
  const body = `\n\n${wrote(longDate(language, new Date(receivedAt)))}\n${quote}`
  const to = encodeURIComponent(email).replaceAll('%40', '@')
  const content = encodeURIComponent(body.replaceAll('\n', '\r\n'))
  return `mailto:${to}?subject=${encodeURIComponent(subject)}&body=${content}`
}

/** In the language that the message was written in, as far as the site can know. */
const reply = {
  en: {
    subject: `Your message to ${site.brand}`,
    wrote: (date: string) => `On ${date} you wrote:`,
  },
  it: {
    subject: `Il tuo messaggio a ${site.brand}`,
    wrote: (date: string) => `Il tuo messaggio (${date}):`,
  },
} satisfies Words
