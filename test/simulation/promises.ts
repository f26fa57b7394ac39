import { canonicalAddress } from '#email-address.ts'
import type { OutgoingMail } from '#mail/mail-headers.ts'
import type { Disk } from './disk.ts'
import { addressOf, type MailProvider } from './mail-provider.ts'
import type { VirtualTime } from './virtual-time.ts'

export type Promises = ReturnType<typeof createPromises>

interface Watched {
  time: VirtualTime
  disk: Disk
  provider: MailProvider
}

/** The answers that an address was given. */
interface Standing {
  /** When its first confirmation was asked for, and when one was answered. */
  confirmingAt?: Date
  confirmedAt?: Date
  /** Whether it ever began to leave. */
  isLeaving?: true
  /** When its last unsubscription, objection or erasure was answered; undefined once it confirms again. */
  leftAtMs?: number | undefined
  hasObjected?: boolean
  isErased?: true
}

/** The answers that the owner was given about a letter. */
interface Letter {
  /** Undefined: held until there is a launch. */
  dueAt?: Date | undefined
  stoppedAtMs?: number
}

/** Mail that was claimed before somebody left may still go out for so long. */
const maxClaimAgeMs = 5500

/** The promises that every story must keep. They know only what people were told, what mail arrived, and the tables. */
export function createPromises(world: Watched) {
  const record = createRecord()
  return { ...record, ...createMailChecks(world, record), ...createTableChecks(world, record) }
}

function createRecord() {
  const standings = new Map<string, Standing>()
  let firstBroken: string | undefined
  return {
    standings,
    letters: new Map<string, Letter>(),
    /** Addresses whose signup was accepted. */
    signups: new Set<string>(),
    /** Accepted messages, with their addresses. */
    messages: new Map<string, string>(),
    /** How often each letter arrived at each address. */
    arrived: new Map<string, number>(),
    of: (address: string): Standing => standings.getOrInsertComputed(address, () => ({})),
    /** The addresses of the same mailbox. */
    spellings: (address: string) =>
      [...standings.keys()].filter((one) => canonicalAddress(one) === canonicalAddress(address)),
    // Not thrown, because the mail worker would take it for a failed mail.
    broken: (what: string) => void (firstBroken ??= what),
    firstBroken: () => firstBroken,
  }
}

type Known = ReturnType<typeof createRecord>

/** Nobody gets a letter twice, too early, after leaving, or after it was stopped. */
function createMailChecks(
  { time }: Pick<Watched, 'time'>,
  { letters, of, arrived, broken }: Known,
) {
  const notices = new Map<string, string>()
  const isPast = (atMs: number | undefined) =>
    atMs !== undefined && time.nowMs() > atMs + maxClaimAgeMs
  return {
    checkBegun(mail: OutgoingMail) {
      const { leftAtMs, hasObjected } = of(addressOf(mail))
      const what = `${mail.letter ?? mail.subject} to ${mail.to}`
      const isUnwanted =
        mail.letter !== undefined || (hasObjected && mail.text.includes('/confirm/'))
      if (isUnwanted && isPast(leftAtMs)) broken(`${what}, who has left`)
      const letter = letters.get(mail.letter ?? '')
      if (!letter) return
      if (isPast(letter.stoppedAtMs)) broken(`${what}, although it was stopped`)
      if (!letter.dueAt || time.clock() < letter.dueAt) broken(`${what}, too early`)
    },
    checkArrived(mail: OutgoingMail) {
      const [message] = /Message \d+\./.exec(mail.text) ?? []
      if (message && notices.getOrInsert(message, mail.messageId) !== mail.messageId) {
        broken(`two notices of "${message}"`)
      }
      if (mail.letter === undefined) return
      const what = `${mail.letter} to ${addressOf(mail)}`
      const times = (arrived.get(what) ?? 0) + 1
      arrived.set(what, times)
      if (times > 1) broken(`${what} twice`)
    },
  }
}

function createTableChecks({ disk, provider }: Pick<Watched, 'disk' | 'provider'>, record: Known) {
  const { letters, signups, messages, of, standings, arrived, broken } = record
  const rows = <Row>(query: string, ...values: string[]) =>
    disk.sqlite.prepare(query).all(...values) as Row[]

  /** A mail's state says what arrived; none fails because of the server or a quota. */
  function checkStates(name: string) {
    const mails = rows<{ id: string; address: string; status: string }>(
      `select outbox.id, email_key as address, outbox.status from outbox
        join subscribers on subscribers.id = about_id where letter = ?`,
      name,
    )
    for (const { id, address, status } of mails) {
      const times = arrived.get(`${name} to ${address}`) ?? 0
      const isRejected = [...provider.rejected].some((messageId) => messageId.startsWith(`${id}@`))
      if (status !== 'in_doubt' && times !== Number(status === 'sent')) {
        broken(`${name} to ${address} is ${status}, and arrived ${times} times`)
      }
      if (status === 'failed' && !isRejected) broken(`${name} to ${address} failed for no reason`)
    }
    return new Map(mails.map(({ address, status }) => [address, status]))
  }

  /** It goes to everyone who was confirmed at its time, and to nobody else. */
  function checkAudience(name: string, { dueAt = new Date(0), stoppedAtMs }: Letter) {
    const statuses = checkStates(name)
    for (const [address, { confirmingAt, confirmedAt, isLeaving }] of standings) {
      const status = statuses.get(address)
      const what = `${name} to ${address} is ${status}`
      if (status && !(confirmingAt && confirmingAt <= dueAt)) broken(`${what}, confirmed too late`)
      const isCertain = confirmedAt && confirmedAt < dueAt && !isLeaving && !stoppedAtMs
      if (!isCertain || provider.unknown.has(address)) continue
      if (status === undefined || status === 'skipped') broken(`${what}, confirmed in time`)
    }
  }

  return {
    /** After every commit: the states of a letter sum up to its audience. */
    checkSums() {
      if (disk.sqlite.inTransaction) return
      const [letter] = rows<{ name: string }>(`select name, audience, count(outbox.id) as mails
        from letters left join outbox on letter = name group by name having audience <> mails`)
      if (letter) broken(`the states of ${letter.name} don't sum up to its audience`)
    },
    /** Undefined once everything is sent or final. */
    unfinished() {
      const [found] = rows<{ what: string }>(`
        select kind || ' is ' || status || ': ' || coalesce(last_error, '') as what from outbox
          where status in ('queued', 'sending')
        union all select 'submission: ' || coalesce(last_error, '') from submissions
          where processed_at is null
        union all select name || ' is ' || state from letters
          where state in ('scheduled', 'preparing')`)
      return found?.what
    },
    /** Each accepted submission was processed once, and left nothing inconsistent. */
    checkEnd() {
      const [subscriber] = rows<{ what: string }>(`
        select email_key || ' is ' || status as what from subscribers
          where asked_at > '2026-03-01' and status <> 'unsubscribed' and not exists (
            select 1 from consents where subscriber_id = subscribers.id and withdrawn_at is null
              and (confirmed_at is not null or status = 'pending'))`)
      if (subscriber) broken(`${subscriber.what} without a consent`)
      for (const [name, letter] of letters) checkAudience(name, letter)
      const check = (what: string, address: string, query: string) => {
        const { length } = rows(query, what)
        const isErased = length === 0 && of(address).isErased
        if (length !== 1 && !isErased) broken(`${what} was accepted, and is stored ${length} times`)
      }
      for (const [text, address] of messages) {
        check(text, address, 'select 1 from messages where message = ?')
      }
      for (const address of signups) {
        check(address, address, 'select 1 from subscribers where email_key = ?')
      }
    },
  }
}
