import { afterAll } from 'vitest'
import { connect, type Database } from '#database/connect.ts'
import { migrate } from '#database/migrate.ts'
import { gather } from '#intake/gather.ts'
import { createIntakeRoutes } from '#intake/intake-routes.ts'
import { createIntake, type IntakeOptions } from '#intake/intake.ts'
import { receiveSubmissions, type Arrival } from '#intake/receive-submissions.ts'
import { hashConsentTexts } from '#newsletter/consent.ts'
import { newTarget, openTestDatabase, type DialectName } from './databases.ts'

type DoorOptions = IntakeOptions & { clock: () => Date }

export type Door = ReturnType<typeof doorOf>

/** The one door on an empty database, as `app.request()` reaches it. */
export async function openDoor(dialect: DialectName, options: Partial<DoorOptions> = {}) {
  return doorOf(await openTestDatabase(dialect), options)
}

const shared = new Map<DialectName, Promise<Door>>()

afterAll(async () => {
  for (const door of shared.values()) await (await door).database.close()
  shared.clear()
})

/** One door for all the tests of a file that leave nothing behind: a database each would be slow. */
export async function sharedDoor(dialect: DialectName): Promise<Door> {
  const open = async () => {
    const database = connect(await newTarget(dialect))
    await migrate(database)
    return doorOf(database)
  }
  if (!shared.has(dialect)) shared.set(dialect, open())
  return await shared.get(dialect)!
}

/** One more door on a database that is open already: a second server, or the first after a restart. */
export function doorOf(database: Database, options: Partial<DoorOptions> = {}) {
  const { db } = database
  const errors: unknown[] = []
  const settings = {
    secret: 'a secret for tests, of more than 32 characters',
    publicUrl: 'https://www.example.com',
    allowedOrigins: ['https://pages.example.net'],
    submissionsPerMinute: 0,
    trustedProxies: 0,
    showFailureNotice: false,
    consent: hashConsentTexts({ line: 'I agree.', privacy: 'What we keep.' }),
    clock: () => new Date('2026-03-01T12:00:30.000Z'),
    onError: (error: unknown) => errors.push(error),
    ...options,
  }
  const receive = (arrivals: Arrival[]) =>
    receiveSubmissions(db, arrivals, settings, settings.clock())
  const intake = createIntake({
    receive: gather(receive, { mostPerBatch: 64, mostBatches: 1 }),
    ...settings,
  })
  const app = createIntakeRoutes(intake, settings.allowedOrigins)
  const post = async (
    body: string | Uint8Array<ArrayBuffer>,
    headers: Record<string, string> = {},
    socketAddress?: string,
  ) =>
    await app.request(
      '/contact',
      { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body },
      socketAddress === undefined
        ? {}
        : { incoming: { socket: { remoteAddress: socketAddress, remoteFamily: 'IPv4' } } },
    )
  return {
    app,
    database,
    /** What the door could not explain. */
    errors,
    post,
    send: (fields: unknown, headers?: Record<string, string>, socketAddress?: string) =>
      post(JSON.stringify(fields), headers, socketAddress),
    sendForm: (fields: Record<string, string> | string, headers: Record<string, string> = {}) =>
      post(typeof fields === 'string' ? fields : new URLSearchParams(fields).toString(), {
        'content-type': 'application/x-www-form-urlencoded',
        ...headers,
      }),
    /** Everything that a submission may leave behind. */
    rows: async () => ({
      subscribers: await db.selectFrom('subscribers').selectAll().orderBy('email_key').execute(),
      messages: await db.selectFrom('messages').selectAll().orderBy('email_key').execute(),
      quarantine: await db.selectFrom('quarantine').selectAll().orderBy('email_key').execute(),
      keys: await db.selectFrom('idempotency_keys').selectAll().execute(),
    }),
  }
}

export const nothing = { subscribers: [], messages: [], quarantine: [], keys: [] }

/** An answer as a client sees it, to the byte. */
export async function seen(response: Response) {
  return {
    status: response.status,
    headers: [...response.headers].filter(([name]) => name !== 'date'),
    body: await response.text(),
  }
}
