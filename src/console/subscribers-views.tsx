import { countSome, maxCounted, readScreen } from '#database/read-pages.ts'
import type { SuppressionCause } from '#database/schema.ts'
import { mailAbout } from '#mail/mail-screens.ts'
import { consentIdsOf, readConsentProof, type ConsentProof } from '#newsletter/consent-proof.ts'
import {
  findSubscriberById,
  listSubscribers,
  searchSubscribers,
  subscriberKey,
} from '#newsletter/list-subscribers.ts'
import type { View } from './layout.tsx'
import { kindWords } from './mail-words.tsx'
import type { ListRequest, PageContext } from './pages.tsx'
import {
  addressArgs,
  Command,
  count,
  Facts,
  Pager,
  Search,
  Table,
  Tabs,
  Text,
  When,
  type Column,
} from './parts.tsx'

const states = { all: 'All', confirmed: 'Confirmed', pending: 'Pending', unsubscribed: 'Left' }

export const causeWords: Record<SuppressionCause, string> = {
  bounce: 'A mail server says that there is no such mailbox',
  owner: 'You have imported it',
  person: 'They asked for no more email',
  'not-me': 'They pressed “This wasn’t me”',
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
  const { rows, next = undefined } =
    words === ''
      ? await readScreen(listSubscribers(db, statusOf(state)), subscriberKey, after)
      : { rows: await searchSubscribers(db, words) }
  return {
    title: 'Subscribers',
    path: 'subscribers',
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
  { title: 'Asked', cell: ({ askedAt }) => <When at={askedAt} /> },
  { title: 'Confirmed', cell: ({ confirmedAt }) => <When at={confirmedAt} /> },
]

export async function subscriberView({ db }: PageContext, id: string): Promise<View | undefined> {
  const person = await findSubscriberById(db, id)
  const proof = person && (await readConsentProof(db, person.email.toLowerCase()))
  if (!proof) return undefined
  const { email, status, askedAt, confirmedAt, unsubscribedAt, noMail } = person
  const mails = await mailAbout(db, [id, ...(await consentIdsOf(db, id))])
  const address = addressArgs(email)
  return {
    title: 'Subscriber',
    path: `subscribers/${encodeURIComponent(id)}`,
    body: (
      <>
        <p className="back">
          <a href="subscribers">← Subscribers</a>
        </p>
        <h1 className="address">
          <Text>{email}</Text>
        </h1>
        <Facts
          facts={[
            ['State', status],
            ['Asked', <When key="asked" at={askedAt} />],
            ['Confirmed', <When key="confirmed" at={confirmedAt} />],
            ['Left', <When key="left" at={unsubscribedAt} />],
            ['Mail', noMail === null ? 'allowed' : `none: ${causeWords[noMail]}`],
          ]}
        />
        <h2>Proof of consent</h2>
        {proof.consents.length === 0 && <p className="none">No consent is on record.</p>}
        {proof.consents.map((consent) => (
          <Consent key={consent.askedAt} {...consent} />
        ))}
        <h2>Mail</h2>
        <Table
          caption="Mail to this address that is still on record"
          rows={mails}
          none="No mail is on record: it is forgotten after a while."
          columns={[
            { title: 'Mail', cell: ({ kind, letter }) => letter ?? kindWords[kind] },
            { title: 'State', cell: (mail) => mail.status.replace('_', ' ') },
            { title: 'Since', cell: ({ due_at }) => <When at={due_at} /> },
          ]}
        />
        <h2>In the terminal</h2>
        <ul className="commands">
          <li>
            The proof as a document: <Command args={['consent', 'prove', ...address]} />
          </li>
          <li>
            Everything held about them: <Command args={['data', 'show', ...address]} />
          </li>
          <li>
            Remove this signup: <Command args={['subscribers', 'remove', ...address]} />
          </li>
          <li>
            Erase everything: <Command args={['data', 'erase', ...address]} />
          </li>
        </ul>
      </>
    ),
  }
}

function Consent(consent: ConsentProof['consents'][number]) {
  const texts = [
    ['By the form', consent.consentText, consent.consentHash],
    ['By the button that confirms', consent.confirmationText, consent.confirmationHash],
    ['Privacy policy', consent.privacyText, consent.privacyHash],
  ] as const
  return (
    <section className="consent">
      <Facts
        facts={[
          ['Asked', <When key="asked" at={consent.askedAt} />],
          ['Confirmed', <When key="confirmed" at={consent.confirmedAt} />],
          ['Ended', <When key="ended" at={consent.withdrawnAt} />],
          ['Texts', consent.textsMatchHashes ? 'have exactly their hashes' : 'WERE CHANGED'],
        ]}
      />
      <details>
        <summary>The exact texts</summary>
        {texts.map(
          ([title, text, hash]) =>
            text !== null && (
              <div key={title}>
                <h3>{title}</h3>
                <p className="quiet hash">SHA-256 {hash}</p>
                <pre>{text}</pre>
              </div>
            ),
        )}
      </details>
    </section>
  )
}
