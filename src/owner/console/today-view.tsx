import { readBackupState, type BackupState } from '#database/backup-state.ts'
import { subscribersWords } from '#database/backup-words.ts'
import { countRows, countSome, maxCounted } from '#database/read-rows.ts'
import { funnelTotal, readFunnel } from '../funnel.ts'
import { countMailByStatus, readMailScreen } from '#mail/outbox.ts'
import { listMessages } from '#messages/list-messages.ts'
import { listSubscribers } from '#subscribers/list-subscribers.ts'
import { CheckSummary } from './checks.tsx'
import type { View } from './layout.tsx'
import { mailColumns, pauseWarnings } from './mail-columns.tsx'
import { countMailIn } from './mail-view.tsx'
import { messageColumns } from './messages-views.tsx'
import type { PageContext } from './page-context.ts'
import { Command, count, Text, Totals, When } from './parts.tsx'
import { List } from './table.tsx'

const maxShown = 4
const dayMs = 86_400_000

/** The first screen of the morning. */
export async function todayView(context: PageContext): Promise<View> {
  const { db, clock, checks, mailKinds } = context
  const now = clock()
  const found = checks.read()
  const open = listMessages(db, { status: 'received', open: true })
  const selection = { letter: null, status: 'failed' } as const
  const failed = await readMailScreen(db, mailKinds, selection, undefined, maxShown)
  return {
    title: 'Today',
    ...(found.isRunning && { version: 'checking' }),
    body: (
      <>
        <h1>{longDay.format(now)} (UTC)</h1>
        <Totals totals={await readTotals(context)} />
        <div className="columns">
          <section>
            <h2>Open messages</h2>
            <List
              caption="The newest open messages"
              columns={messageColumns}
              rows={await open.limit(maxShown).execute()}
              none="All messages are answered."
            />
            <h2>Mail</h2>
            {await pauseWarnings(context)}
            <List
              caption="Mail that failed last"
              columns={mailColumns}
              rows={failed.rows}
              none="No mail has failed."
            />
          </section>
          <section>
            <h2>Backup</h2>
            <Backup {...await readBackupState(db, now)} />
            <h2>Checks</h2>
            <CheckSummary {...found} />
          </section>
        </div>
      </>
    ),
  }
}

async function readTotals({ db, clock }: PageContext) {
  const days = [dayMs, 0].map((ago) => {
    return { day: new Date(clock().getTime() - ago).toISOString().slice(0, 10) }
  })
  const { asked, confirmed } = funnelTotal(await readFunnel(db, days))
  const open = await countSome(db, listMessages(db, { status: 'received', open: true }))
  const subscribers = await countRows(listSubscribers(db, { status: 'confirmed' }))
  const mail = await countMailByStatus(db)
  const [waiting, failed] = [countMailIn(mail, 'queued'), countMailIn(mail, 'failed')]
  return [
    { title: 'open messages', figure: count(open, maxCounted), path: 'messages' },
    { title: 'signups since yesterday', figure: count(asked), path: 'figures' },
    { title: 'confirmed since yesterday', figure: count(confirmed), path: 'figures' },
    { title: 'subscribers', figure: count(subscribers), path: 'subscribers' },
    { title: 'emails waiting', figure: count(waiting, maxCounted), path: 'mail' },
    {
      title: 'emails failed',
      figure: count(failed, maxCounted),
      path: 'mail?state=failed',
      isUrgent: failed > 0,
    },
  ]
}

function Backup({ last, proven, problem }: BackupState) {
  return (
    <>
      {problem !== undefined && (
        <p className="warning">
          <Text>{problem}</Text>
        </p>
      )}
      {proven ? (
        <p>
          Last proven backup: <When at={proven.made_at} />, {subscribersWords(proven.subscribers)},
          in <Text>{proven.file}</Text>.
        </p>
      ) : (
        <p>
          {last ? 'None is proven yet.' : 'None yet.'} <Command args={['backup', 'FILE']} />
        </p>
      )}
    </>
  )
}

/** As the counts of signups, which are by days in UTC. */
const longDay = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'UTC',
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  year: 'numeric',
})
