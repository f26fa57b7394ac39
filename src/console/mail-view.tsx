import { maxCounted, readScreen } from '#database/read-pages.ts'
import { readPauses } from '#mail/mail-pause.ts'
import { countMailByStatus, readMailScreen } from '#mail/mail-screens.ts'
import { listSuppressions, suppressionKey } from '#mail/suppressions.ts'
import type { View } from './layout.tsx'
import { causeWords, kindWords, MailReason } from './mail-words.tsx'
import type { ListRequest, PageContext } from './page-context.ts'
import { Act, addressArgs, Command, count, Pager, Tabs, Text, When } from './parts.tsx'
import { Table, type Column } from './table.tsx'

const states = {
  queued: { words: 'Waiting', none: 'No mail waits.' },
  failed: { words: 'Failed', none: 'No mail has failed.' },
  in_doubt: { words: 'In doubt', none: 'No mail is in doubt.' },
  suppressed: { words: 'Suppressed', none: 'Every address gets mail.' },
}

export async function mailView(context: PageContext, request: ListRequest): Promise<View> {
  const { db, clock, smtpUrl } = context
  const state = request.stateOf(states)
  const shelves = await countMailByStatus(db)
  const pauses = (await readPauses(db)).filter((pause) => pause.isInForce(clock()))
  const sum = (one: Exclude<keyof typeof states, 'suppressed'>) =>
    count(
      shelves.reduce((total, shelf) => total + shelf[one], 0),
      maxCounted,
    )
  return {
    title: 'Mail',
    body: (
      <>
        <h1>Mail</h1>
        <Tabs
          label="Mail"
          tabs={Object.entries(states).map(([name, { words }]) => ({
            path: `mail?state=${name}`,
            words: name === 'suppressed' ? words : `${words} ${sum(name as 'queued')}`,
            isCurrent: name === state,
          }))}
        />
        {smtpUrl === undefined && (
          <p className="warning">SMTP_URL is not set, so no mail is sent: all of it waits.</p>
        )}
        {pauses.map(({ cause, reason, holdsAll, until }) => (
          <p key={cause} className="warning">
            {holdsAll ? 'All mail' : cause} is held back
            {until !== null && (
              <>
                {' '}
                until <When at={until} />
              </>
            )}
            : <Text>{reason}</Text> To send it again: <Command args={['mail', 'resume']} />
          </p>
        ))}
        {state === 'suppressed' ? (
          <Suppressed
            isFirst={!request.after}
            {...await readScreen(listSuppressions(db), suppressionKey, request.after)}
          />
        ) : (
          await shelfBody(context, request, state, shelves)
        )}
      </>
    ),
  }
}

type Shelves = Awaited<ReturnType<typeof countMailByStatus>>

async function shelfBody(
  { db, writers, clock }: PageContext,
  { after, letter }: ListRequest,
  status: Exclude<keyof typeof states, 'suppressed'>,
  shelves: Shelves,
) {
  const now = clock()
  const shelf = shelves.find((one) => one.letter === (letter ?? null)) ?? shelves[0]!
  const { rows, next } = await readMailScreen(db, writers, { ...shelf, status }, after)
  const pathOf = (name: string | null) =>
    `mail?state=${status}${name === null ? '' : `&letter=${encodeURIComponent(name)}`}`
  const path = pathOf(shelf.letter)
  const others = shelves.filter((one) => one.letter === null || one[status] > 0)
  return (
    <>
      <div className="beside">
        {others.length > 1 && (
          <Tabs
            label="Of which letter"
            tabs={others.map((one) => ({
              path: pathOf(one.letter),
              words: `${one.letter ?? 'All but letters'} ${count(one[status], maxCounted)}`,
              isCurrent: one === shelf,
            }))}
          />
        )}
        {status === 'failed' && rows.length > 0 && !shelf.isStopped && (
          <Act path={path.replace('mail?', 'mail/retry?')} label="Try all of these again" />
        )}
      </div>
      <Table
        caption={`${states[status].words}, the latest change first`}
        rows={rows}
        none={states[status].none}
        columns={[
          {
            title: 'Mail',
            cell: ({ kind, letter: name, to }) => (
              <>
                {name ?? kindWords[kind]}
                <br />
                <span className="quiet">{to === null ? '(deleted)' : <Text>{to}</Text>}</span>
              </>
            ),
          },
          { title: 'Why', cell: (mail) => <MailReason mail={mail} now={now} /> },
          { title: 'Since', cell: ({ createdAt }) => <When at={createdAt} /> },
          {
            title: 'Action',
            cell: ({ id, to }) =>
              !shelf.isStopped &&
              to !== null && (
                <Act
                  path={`mail/${encodeURIComponent(id)}/retry?state=${status}`}
                  label="Try again"
                  about={to}
                />
              ),
          },
        ]}
      />
      {status === 'in_doubt' && rows.length > 0 && (
        <p className="quiet">If a mail has arrived, trying again sends it twice.</p>
      )}
      <Pager path={`${path}&`} isFirst={!after} next={next} />
    </>
  )
}

type Suppression = { email: string; cause: keyof typeof causeWords; reason: string; since: string }

function Suppressed(props: { rows: Suppression[]; next: string[] | undefined; isFirst: boolean }) {
  const { rows, next, isFirst } = props
  return (
    <>
      <Table
        caption="Addresses that get no mail"
        rows={rows}
        none={states.suppressed.none}
        columns={suppressedColumns}
      />
      <Pager path="mail?state=suppressed&" isFirst={isFirst} next={next} />
    </>
  )
}

const suppressedColumns: Column<Suppression>[] = [
  { title: 'Address', cell: ({ email }) => <Text>{email}</Text> },
  {
    title: 'Why',
    cell: ({ cause, reason }) => (
      <>
        {causeWords[cause]}. <Text>{reason}</Text>
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
