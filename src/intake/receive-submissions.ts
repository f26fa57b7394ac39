import { randomUUIDv7 } from 'node:crypto'
import type { Db, Trx } from '#database/schema.ts'
import { keepMessages } from '#messages/keep-messages.ts'
import type { ConsentTexts } from '#newsletter/consent.ts'
import { subscribe } from '#newsletter/subscribe.ts'
import { claimIdempotencyKeys, earlierBodies, type IdempotencyKey } from './idempotency.ts'
import { countSubmissions, type ClientHashes } from '#http/rate-limit.ts'
import type { Submission } from './submission-rules.ts'

/** One submission on its way to the database. */
export interface Arrival {
  sender: ClientHashes
  /** None where a field was wrong: it only counts. */
  submission: Submission | undefined
  key?: IdempotencyKey | undefined
  /** As the log knows it. */
  requestId?: string
}

/** 'repeated': it was kept before, under the same key. */
export type Outcome =
  | 'kept'
  | 'repeated'
  | 'invalid'
  | 'key-reused'
  | 'unavailable'
  | { waitSeconds: number }

interface ReceiveOptions {
  consent: ConsentTexts
  submissionsPerMinute: number
  onError: (error: unknown, arrivals: Arrival[]) => void
}

/**
 * Writes what arrived together in one transaction, and returns only after its commit: what it
 * answers 'kept' is on the disk. Where one of them cannot be written, the others are.
 */
export async function receiveSubmissions(
  db: Db,
  arrivals: Arrival[],
  options: ReceiveOptions,
  now: Date,
): Promise<Outcome[]> {
  try {
    return await db.transaction().execute((trx) => receiveWithin(trx, arrivals, options, now))
  } catch (error) {
    if (arrivals.length === 1 || !isAboutOneRow(error)) {
      options.onError(error, arrivals)
      return arrivals.map(() => 'unavailable')
    }
    const outcomes: Outcome[] = []
    for (const arrival of arrivals) {
      outcomes.push(...(await receiveSubmissions(db, [arrival], options, now)))
    }
    return outcomes
  }
}

/** And not about the database, which would fail them all: constraints, bad data, two that lock each other. */
function isAboutOneRow(error: unknown): boolean {
  const { code } = error as { code?: unknown }
  return /^(?:SQLITE_CONSTRAINT|2[23]|40)/.test(String(code))
}

async function receiveWithin(
  trx: Trx,
  arrivals: Arrival[],
  options: ReceiveOptions,
  now: Date,
): Promise<Outcome[]> {
  const senders = arrivals.map(({ sender }) => sender)
  const waits = await countSubmissions(trx, senders, options.submissionsPerMinute, now)
  const outcomes = waits.map((waitSeconds, index): Outcome => {
    if (waitSeconds > 0) return { waitSeconds }
    return arrivals[index]!.submission ? 'kept' : 'invalid'
  })
  const limited = arrivals.filter((_, index) => typeof outcomes[index] === 'object')
  let left = arrivals.filter((_, index) => outcomes[index] === 'kept')
  while (left.length > 0) {
    const seen = new Set<string>()
    const { round = [], later = [] } = Object.groupBy(left, (arrival) =>
      comesFirst(arrival, seen) ? 'round' : 'later',
    )
    const claims = await receiveDistinct(trx, round, options, now)
    for (const [index, arrival] of round.entries()) {
      outcomes[arrivals.indexOf(arrival)] = claims[index]!
    }
    left = later
  }
  // After the others: what they are a repeat of may be among them.
  for (const arrival of await alreadyKept(trx, limited)) {
    outcomes[arrivals.indexOf(arrival)] = 'repeated'
  }
  return outcomes
}

/** What was kept is not taken back because its answer went astray, however many come from there now. */
async function alreadyKept(trx: Trx, arrivals: Arrival[]): Promise<Arrival[]> {
  const keys = arrivals.flatMap(({ key }) => key?.key_hash ?? [])
  const bodies = await earlierBodies(trx, keys)
  return arrivals.filter(({ key }) => key && bodies.get(key.key_hash) === key.body_hash)
}

/**
 * A statement writes a row once: who comes twice has the second turn in the next round.
 * @param seen who has come in this round, and from now on this one
 */
function comesFirst({ submission, key }: Arrival, seen: Set<string>): boolean {
  const names = [`email ${submission?.email.key}`, ...(key ? [`key ${key.key_hash}`] : [])]
  const isFirst = names.every((name) => !seen.has(name))
  for (const name of names) seen.add(name)
  return isFirst
}

/** @returns what their keys say */
async function receiveDistinct(
  trx: Trx,
  arrivals: Arrival[],
  options: ReceiveOptions,
  now: Date,
): Promise<Outcome[]> {
  const keys = arrivals.flatMap(({ key }) => key ?? [])
  const claims = await claimIdempotencyKeys(trx, keys, now)
  const claimOf = ({ key }: Arrival) => (key ? claims.get(key.key_hash)! : 'kept')
  const submissions = arrivals
    .flatMap((arrival) => (claimOf(arrival) === 'kept' ? arrival.submission! : []))
    // Everybody in one order: two servers that write the same rows wait for each other, and lock nothing up.
    .toSorted((a, b) => (a.email.key < b.email.key ? -1 : 1))
  const trapped = submissions.filter((submission) => submission.trapped)
  const wanted = submissions.filter((submission) => !submission.trapped)
  const messages = wanted.filter((submission) => submission.kind === 'message')
  const signups = wanted.filter((submission) => submission.kind === 'newsletter')
  const addresses = signups.map(({ email }) => email)
  await quarantine(trx, trapped, now)
  await subscribe(trx, addresses, options.consent, now)
  await keepMessages(trx, messages, now)
  return arrivals.map(claimOf)
}

async function quarantine(trx: Trx, submissions: Submission[], now: Date) {
  if (submissions.length === 0) return
  const rows = submissions.map((submission) => ({
    id: randomUUIDv7(),
    kind: submission.kind,
    name: submission.kind === 'message' ? submission.name : null,
    email: submission.email.email,
    email_key: submission.email.key,
    message: submission.kind === 'message' ? submission.message : null,
    received_at: now.toISOString(),
  }))
  await trx.insertInto('quarantine').values(rows).execute()
}
