import { countSome, maxCounted, readListPage } from '#database/read-rows.ts'
import type { Db } from '#database/schema.ts'
import { mailAbout } from '#mail/outbox.ts'
import { consentDocument, consentIdsOf, readConsentProof } from '#subscribers/consent-proof.ts'
import {
  findSubscriberById,
  listSubscribers,
  searchSubscribers,
  subscriberKey,
} from '#subscribers/list-subscribers.ts'
import { addNoMail } from '../no-mail.ts'
import type { View } from './layout.tsx'
import { mailKinds } from '../mail-kinds.ts'
import { causeLabels } from './mail-columns.tsx'
import type { ListRequest, PageContext } from './page-context.ts'
import {
  ActionButton,
  addressArgs,
  Commands,
  count,
  Facts,
  NoMoreEmail,
  Search,
  Tabs,
  Text,
  When,
} from './parts.tsx'
import { linkColumn, List, Pager, type Column } from './table.tsx'

const states = {
  all: 'All',
  confirmed: 'Confirmed',
  pending: 'Pending',
  unsubscribed: 'Unsubscribed',
}

/** For listSubscribers. */
export function statusOf(state: string | undefined) {
  if (state === undefined || state === 'all' || !Object.hasOwn(states, state)) return {}
  return { status: state as Exclude<keyof typeof states, 'all'> }
}

export async function subscribersView(
  { db, clock }: PageContext,
  request: ListRequest,
): Promise<View> {
  const { search, after } = request
  const state = request.stateOf(states)
  const tabs: Record<string, string> = {}
  for (const [name, title] of Object.entries(states)) {
    const found = await countSome(db, listSubscribers(db, statusOf(name)))
    tabs[name] = `${title} ${count(found, maxCounted)}`
  }
  const { rows: found, next } =
    search === ''
      ? await readListPage(listSubscribers(db, statusOf(state)), subscriberKey, after)
      : { rows: await searchSubscribers(db, search), next: undefined }
  const rows = await addNoMail(db, found, clock())
  return {
    title: 'Subscribers',
    body: (
      <>
        <h1>Subscribers</h1>
        <div className="beside">
          <Tabs
            label="States"
            path="subscribers?state="
            tabs={tabs}
            current={search ? '' : state}
          />
          <Search path="subscribers" given={search} label="Start of an address, or @domain" />
        </div>
        {search !== '' && (
          <p className="quiet">Shows the first 50. Type more to narrow the list.</p>
        )}
        <List
          caption={search === '' ? `${states[state]}, newest first` : 'Subscribers found'}
          columns={columns}
          rows={rows}
          none={search === '' ? 'Nobody yet.' : 'Nobody found.'}
        />
        <Pager path={`subscribers?state=${state}&`} after={after} next={next} />
        <p className="download">
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

const columns: Column<Awaited<ReturnType<typeof readSubscriber>> & object>[] = [
  linkColumn('Address', 'subscribers', ({ id, email }) => [id, email]),
  {
    title: 'State',
    cell: ({ status, noMail }) => (
      <>
        {status}
        {noMail !== null && <span className="quiet"> no mail: {causeLabels[noMail]}</span>}
      </>
    ),
  },
  { title: 'Language', cell: ({ language }) => language },
  { title: 'Asked', cell: ({ askedAt }) => <When at={askedAt} />, isNamed: true },
  { title: 'Confirmed', cell: ({ confirmedAt }) => <When at={confirmedAt} />, isNamed: true },
]

async function readSubscriber(db: Db, id: string, now: Date) {
  const found = await findSubscriberById(db, id)
  return found && (await addNoMail(db, [found], now))[0]
}

export async function subscriberView(
  { db, clock }: PageContext,
  id: string,
): Promise<View | undefined> {
  const person = await readSubscriber(db, id, clock())
  const proof = person && (await readConsentProof(db, person.email.toLowerCase()))
  if (!proof) return undefined
  const { email, noMail } = person
  const address = addressArgs(email)
  return {
    title: 'Subscriber',
    body: (
      <>
        <h1 className="given">
          <Text>{email}</Text>
        </h1>
        <Facts
          facts={{
            State: person.status,
            Language: person.language,
            Asked: <When at={person.askedAt} />,
            Confirmed: <When at={person.confirmedAt} />,
            Unsubscribed: <When at={person.unsubscribedAt} />,
            Mail: noMail === null ? 'allowed' : `none: ${causeLabels[noMail]}`,
          }}
        />
        {person.status !== 'unsubscribed' && (
          <details>
            <summary>Did they ask you to unsubscribe them?</summary>
            <p>This ends the newsletter. They can sign up again at any time.</p>
            <ActionButton path={`subscribers/${id}/unsubscribe`} label="Unsubscribe them" />
          </details>
        )}
        {noMail !== 'person' && (
          <NoMoreEmail path={`subscribers/${id}/no-more-email`} email={email} />
        )}
        <h2>Mail</h2>
        <List
          caption="Mail to this address that is still on record"
          rows={await mailAbout(db, [id, ...(await consentIdsOf(db, id))])}
          none="No mail is on record: it is deleted after a while."
          columns={[
            { title: 'Mail', cell: ({ kind, letter }) => letter ?? mailKinds[kind].title },
            { title: 'State', cell: ({ status }) => status.replace('_', ' ') },
            { title: 'Since', cell: ({ due_at }) => <When at={due_at} /> },
          ]}
        />
        <Commands
          commands={{
            'Everything held about them': ['data', 'show', ...address],
            'Remove this signup': ['subscribers', 'remove', ...address],
            'Erase everything': ['data', 'erase', ...address],
          }}
        />
        <h2>Proof of consent</h2>
        <pre className="sheet">
          <Text>{consentDocument(proof, 'en', clock()).join('\n')}</Text>
        </pre>
      </>
    ),
  }
}
