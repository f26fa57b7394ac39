import { lastBackup } from '#database/backup-record.ts'
import { countRows, countSome, maxCounted } from '#database/read-pages.ts'
import { funnelTotal, readFunnel } from '#figures/funnel.ts'
import { readPauses } from '#mail/mail-pause.ts'
import { countMailByStatus, readMailScreen } from '#mail/mail-screens.ts'
import { listMessages } from '#messages/list-messages.ts'
import { listSubscribers } from '#newsletter/list-subscribers.ts'
import { Checks } from './checks.tsx'
import type { View } from './layout.tsx'
import { kindWords, MailReason } from './mail-words.tsx'
import type { PageContext } from './page-context.ts'
import { Ago, Command, count, excerpt, Text, Totals } from './parts.tsx'

const maxShown = 4
const dayMs = 86_400_000

/** The first screen of the morning. */
export async function todayView(context: PageContext): Promise<View> {
  const { db, clock, checkup } = context
  const now = clock()
  const open = listMessages(db, { status: 'received', open: true })
  const shelves = await countMailByStatus(db)
  const sum = (status: 'queued' | 'failed') =>
    shelves.reduce((total, shelf) => total + shelf[status], 0)
  const { asked, confirmed } = await stepsSinceYesterday(context)
  const confirmedInAll = await countRows(listSubscribers(db, { status: 'confirmed' }))
  const checks = checkup.read()
  const backup = await lastBackup(db)
  const totals = [
    {
      title: 'open messages',
      figure: count(await countSome(db, open), maxCounted),
      path: 'messages',
    },
    { title: 'signups since yesterday', figure: count(asked), path: 'figures' },
    { title: 'confirmed since yesterday', figure: count(confirmed), path: 'figures' },
    { title: 'subscribers', figure: count(confirmedInAll), path: 'subscribers' },
    { title: 'mails waiting', figure: count(sum('queued'), maxCounted), path: 'mail' },
    {
      title: 'mails failed',
      figure: count(sum('failed'), maxCounted),
      path: 'mail?state=failed',
      isUrgent: sum('failed') > 0,
    },
  ]
  return {
    title: 'Today',
    ...(checks.isRunning && { version: 'checking' }),
    body: (
      <>
        <h1>{longDay.format(now)}</h1>
        <Totals totals={totals} />
        <div className="columns">
          <section>
            <h2>Open messages</h2>
            <Messages messages={await open.limit(maxShown).execute()} now={now} />
            <h2>Mail</h2>
            <Mail {...await readTroubles(context)} now={now} />
          </section>
          <section>
            <h2>Backup</h2>
            {backup ? (
              <p>
                Made <Ago at={backup.made_at} now={now} />, in <Text>{backup.file}</Text>.
              </p>
            ) : (
              <p>
                None yet. <Command args={['backup', 'FILE']} />
              </p>
            )}
            <h2>Checks</h2>
            <Checks {...checks} now={now} />
          </section>
        </div>
      </>
    ),
  }
}

async function stepsSinceYesterday({ db, clock }: PageContext) {
  const days = [dayMs, 0].map((ago) => new Date(clock().getTime() - ago).toISOString())
  return funnelTotal(
    await readFunnel(
      db,
      days.map((instant) => ({ day: instant.slice(0, 10) })),
    ),
  )
}

/** Why mail is held back, and the newest that failed. */
async function readTroubles({ db, clock, writers }: PageContext) {
  const failed = { letter: null, status: 'failed' } as const
  const { rows } = await readMailScreen(db, writers, failed, undefined)
  const pauses = (await readPauses(db)).filter((pause) => pause.isInForce(clock()))
  return { mails: rows.slice(0, maxShown - 1), pauses }
}

interface MessagesProps {
  messages: { id: string; name: string; message: string; receivedAt: string }[]
  now: Date
}

function Messages({ messages, now }: MessagesProps) {
  if (messages.length === 0) return <p className="none">All messages are answered.</p>
  return (
    <ul className="entries">
      {messages.map(({ id, name, message, receivedAt }) => (
        <li key={id}>
          <a href={`messages/${id}`}>
            <Text>{excerpt(name, 60)}</Text>
          </a>
          <span className="aside">
            <Ago at={receivedAt} now={now} />
          </span>
          <p className="quiet line">
            <Text>{excerpt(message)}</Text>
          </p>
        </li>
      ))}
    </ul>
  )
}

type Troubles = Awaited<ReturnType<typeof readTroubles>>

function Mail({ mails, pauses, now }: Troubles & { now: Date }) {
  if (mails.length + pauses.length === 0) {
    return <p className="none">Nothing has failed, and nothing is held back.</p>
  }
  return (
    <ul className="entries">
      {pauses.map(({ cause, reason, holdsAll }) => (
        <li key={cause}>
          <strong>{holdsAll ? 'All mail is held back' : `${cause} is held back`}</strong>
          <p className="quiet">
            <Text>{reason}</Text> To send it again: <Command args={['mail', 'resume']} />
          </p>
        </li>
      ))}
      {mails.map((mail) => (
        <li key={mail.id}>
          <a href="mail?state=failed">{kindWords[mail.kind]}</a>
          <span className="aside">
            <Ago at={mail.dueAt} now={now} />
          </span>
          <p className="quiet">
            <MailReason mail={mail} now={now} />
          </p>
        </li>
      ))}
    </ul>
  )
}

const longDay = new Intl.DateTimeFormat('en-GB', {
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  year: 'numeric',
})
