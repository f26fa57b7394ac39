import type { SuppressionCause } from '#database/schema.ts'
import { readPauses } from '#mail/mail-pause.ts'
import type { toMailRows } from '#mail/outbox.ts'
import { upperFirst } from '../letter-sentences.ts'
import { mailKinds } from '../mail-kinds.ts'
import { storedReasons } from '#stored-reasons.ts'
import type { PageContext } from './page-context.ts'
import { Command, Text, When } from './parts.tsx'
import type { Column } from './table.tsx'

export const causeLabels: Record<SuppressionCause, string> = {
  bounce: 'A mail server says that there is no such mailbox',
  owner: 'You imported it',
  person: 'They asked for no more email',
  'not-me': 'They pressed “This wasn’t me”',
}

/** A warning for each reason why mail is not sent at the moment. */
export async function pauseWarnings({ db, clock }: PageContext) {
  const pauses = (await readPauses(db)).filter((pause) => pause.isInForce(clock()))
  return pauses.map(({ cause, reason, holdsAll, until }) => (
    <p key={cause} className="warning">
      {holdsAll ? 'All mail' : upperFirst(cause)} is paused
      {until !== null && (
        <>
          {' '}
          until <When at={until} />
        </>
      )}
      : <Text>{reason}</Text> To resume: <Command args={['mail', 'resume']} />
    </p>
  ))
}

type Mail = Awaited<ReturnType<typeof toMailRows>>[number]

export const mailColumns: Column<Mail>[] = [
  {
    title: 'Mail',
    cell: ({ kind, letter, to }) => (
      <>
        {letter ?? mailKinds[kind].title}
        <br />
        <span className="quiet">{to === null ? '(deleted)' : <Text>{to}</Text>}</span>
      </>
    ),
  },
  { title: 'Why', cell: (mail) => <Reason {...mail} /> },
  { title: 'Since', cell: ({ createdAt }) => <When at={createdAt} />, isNamed: true },
]

function Reason({ status, attempts, dueAt, lastError }: Mail) {
  const times = `${attempts} ${attempts === 1 ? 'attempt' : 'attempts'}`
  return (
    <>
      {status === 'queued' && (
        <>
          Due <When at={dueAt} />.{' '}
        </>
      )}
      {status === 'in_doubt' && 'It may have arrived. '}
      {status === 'failed' && `Given up after ${times}. `}
      {status === 'queued' && attempts > 0 && `${times} so far. `}
      {lastError !== null && <StoredReason status={status} reason={lastError} />}
    </>
  )
}

function StoredReason({ status, reason }: { status: Mail['status']; reason: string }) {
  return (
    <>
      {meaningOf(status, reason)}{' '}
      <q>
        <Text>{reason.length > 300 ? `${reason.slice(0, 300).toWellFormed()}…` : reason}</Text>
      </q>
    </>
  )
}

function meaningOf(status: Mail['status'], reason: string): string {
  if (Object.values<string>(storedReasons).includes(reason)) return 'The site noted:'
  if (status === 'in_doubt') return 'The connection broke before the mail server confirmed it:'
  return meanings.find(([pattern]) => pattern.test(reason))![1]
}

/** Plain words for the codes of mail servers (RFC 3463) and their usual texts. */
const meanings: [pattern: RegExp, sentence: string][] = [
  [/\b5\.1\.[0-9]|no such (?:user|mailbox)|user unknown/i, 'There is no such mailbox:'],
  [/\b[45]\.2\.2|quota|mailbox (?:is )?full/i, 'The mailbox is full:'],
  [/\b5\.7\.|spam|blocked|relay/i, 'The mail server does not accept mail from you:'],
  [/\b53[0-8]\b|authenticat|login/i, 'The mail server rejects the login in SMTP_URL:'],
  [/\b4\d\d\b|greylist|try again/i, 'The mail server asked to try again later:'],
  [/ECONN|ETIMEDOUT|ENOTFOUND|timeout|greeting|connect/i, 'The mail server could not be reached:'],
  [/(?:)/, 'The mail server said:'],
]
