import { Agent, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql, type Kysely } from 'kysely'
import { pino } from 'pino'
import { onTestFinished, vi } from 'vitest'
import { processDue } from '#intake/inbox-worker.ts'
import { processSubmissions } from '#intake/process-submission.ts'
import type { Database } from '#database/connect.ts'
import type { Schema } from '#database/schema.ts'

interface ReceivedResponse {
  status: number
  retryAfter: string | undefined
}

/** One request; status 0 without a response. */
export function ask(
  url: string,
  { agent, body, key }: { agent?: Agent; body?: object; key?: string } = {},
): Promise<ReceivedResponse> {
  return new Promise((resolve) => {
    const onNoResponse = () => resolve({ status: 0, retryAfter: undefined })
    const headers = {
      ...(body && { 'content-type': 'application/json' }),
      ...(key && { 'idempotency-key': key }),
    }
    const asking = request(url, { method: body ? 'POST' : 'GET', headers, ...(agent && { agent }) })
    asking.on('error', onNoResponse).on('response', (response) => {
      const { statusCode: status = 0, headers: received } = response
      const onBody = () => resolve({ status, retryAfter: received['retry-after'] })
      text(response).then(onBody, onNoResponse)
    })
    asking.end(body && JSON.stringify(body))
  })
}

/** Visitors that submit without pause, and retry each submission with its key until it is accepted. */
export function startVisitors(url: string, count: number) {
  const accepted: string[] = []
  const statuses = new Map<number, number>()
  const agent = new Agent({ keepAlive: true })
  const over = new AbortController()
  const visit = async (email: string, isSignup: boolean) => {
    const body = isSignup ? { email } : { name: 'Ada', email, message: 'A usual line. '.repeat(20) }
    while (!over.signal.aborted) {
      const { status, retryAfter } = await ask(`${url}/contact`, { agent, body, key: email })
      const isBare = status === 503 && retryAfter === undefined
      const noted = isBare ? -503 : status
      statuses.set(noted, (statuses.get(noted) ?? 0) + 1)
      if (status === 200) return accepted.push(email)
      await sleep(status === 503 ? 200 : 20)
    }
  }
  const visitor = async (_: unknown, index: number) => {
    for (let serial = 0; !over.signal.aborted; serial += 1) {
      await visit(`v${index}-${serial}@example.com`, serial % 2 === 0)
    }
  }
  const visitors = Promise.all(Array.from({ length: count }, visitor))
  const until = (check: () => boolean) =>
    vi.waitFor(() => (check() ? undefined : Promise.reject(new Error([...statuses].join(' ')))), {
      timeout: 120_000,
    })
  const stop = async () => {
    over.abort()
    await visitors
    agent.destroy()
  }
  // Also after a failure, because they would disturb later tests.
  onTestFinished(stop)
  return {
    accepted,
    statuses,
    until,
    stop,
    /** Waits until this many more were accepted. */
    more(wanted: number) {
      const before = accepted.length
      return until(() => accepted.length >= before + wanted)
    },
  }
}

/** Counts accepted submissions that are missing, duplicated or without their mail. */
export async function lossesOf(database: Database, accepted: string[]) {
  const { db } = database
  const clock = () => new Date()
  const inbox = { db, clock, log: pino({ level: 'silent' }), processSubmissions }
  while ((await processDue(inbox)).tried > 0) continue
  const rows = async (table: 'subscribers' | 'messages') =>
    await db.selectFrom(table).select(['id', 'email_key']).execute()
  const [subscribers, messages] = [await rows('subscribers'), await rows('messages')]
  const consents = await db.selectFrom('consents').select(['id', 'subscriber_id']).execute()
  const mails = await db.selectFrom('outbox').select(['kind', 'about_id']).execute()
  // Notices to the owner share a summary after the first of an hour.
  const toVisitors = mails.filter(({ kind }) => kind !== 'message-notice')
  const mailsOf = counted(toVisitors.map(({ about_id }) => about_id))
  const asked = counted(consents.map(({ subscriber_id }) => subscriber_id))
  const stored = counted([...subscribers, ...messages].map(({ email_key }) => email_key))
  const withoutMail = [
    ...messages.filter(({ id }) => mailsOf.get(id) !== 1),
    ...subscribers.filter(({ id }) => asked.get(id) !== 1),
    ...consents.filter(({ id }) => mailsOf.get(id) !== 1),
  ]
  return {
    acknowledged: accepted.length,
    lost: accepted.filter((email) => !stored.has(email)).length,
    doubled: [...stored.values()].filter((count) => count > 1).length,
    withoutMail: withoutMail.length,
    damaged: await damageOf(db, database.kind),
  }
}

function counted(names: string[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1)
  return counts
}

/** The result of the database's integrity check, empty if there is no damage. */
async function damageOf(db: Kysely<Schema>, kind: Database['kind']): Promise<string> {
  if (kind === 'sqlite') {
    const { rows } = await sql<{ found: string }>`
      select group_concat(integrity_check) as found from pragma_integrity_check`.execute(db)
    return rows[0]!.found === 'ok' ? '' : rows[0]!.found
  }
  await sql`create extension if not exists amcheck`.execute(db)
  const examine = sql`select bt_index_check(pg_index.indexrelid, true) from pg_index
    join pg_class on pg_class.oid = pg_index.indexrelid
    join pg_am on pg_am.oid = pg_class.relam and pg_am.amname = 'btree'
    where pg_class.relnamespace = 'public'::regnamespace`
  return await examine.execute(db).then(() => '', String)
}
