import { setTimeout as sleep } from 'node:timers/promises'
import { pino } from 'pino'
import { describe, expect, test } from 'vitest'
import type { Db, SubmissionTable } from '#database/schema.ts'
import { countStuckSubmissions } from '#intake/submissions.ts'
import { dialects, untilOneWaits } from '../../test/support/databases.ts'
import { claimOptions, eventually } from '../../test/support/open-outbox.ts'
import { openTestApp, type TestApp } from '../../test/support/test-app.ts'
import { processDue, startInboxWorker } from './inbox-worker.ts'

const log = pino({ level: 'silent' })
const dayMs = 24 * 3_600_000
const post = (fields: object) => ({
  method: 'POST',
  body: JSON.stringify(fields),
  headers: { 'content-type': 'application/json' },
})
const message = (email: string) => ({ name: 'Ada', email, message: 'Hello' })

const signups = Array.from({ length: 20 }, (_, index) => ({ email: `person${index}@example.com` }))

function workerOptions({ db, settings }: TestApp) {
  return { db, clock: settings.clock, log, lease: claimOptions().lease, onProcessed() {} }
}

/** Stores them without processing them. */
async function store(app: TestApp, all: object[]) {
  for (const fields of all) await app.request('/contact', post(fields))
}

describe.each(dialects)('the inbox (%s)', (dialect) => {
  test('processes signups before older contact messages, and several in one transaction', async () => {
    const app = await openTestApp(dialect)
    const { clock } = app.settings
    await store(app, [message('a@example.com'), message('b@example.com')])
    app.passDays(1 / 1440)
    await store(app, [{ email: 'c@example.com' }, { email: 'd@example.com' }])
    const batches: SubmissionTable['kind'][][] = []
    const processSubmissions = async (_: unknown, batch: SubmissionTable[]) =>
      void batches.push(batch.map(({ kind }) => kind))
    const options = { db: app.db, clock, log, processSubmissions }
    expect(await processDue(options)).toMatchObject({ tried: 2, isBacklog: true })
    expect(await processDue(options)).toMatchObject({ tried: 2, isBacklog: false })
    expect(batches).toEqual([
      ['newsletter', 'newsletter'],
      ['message', 'message'],
    ])
  })

  test('processes the others of a batch if one submission fails, and retries that one later', async () => {
    const app = await openTestApp(dialect)
    await store(app, [message('a@example.com'), message('bad@example.com')])
    await store(app, [message('c@example.com')])
    const isBad = app.db.updateTable('submissions').where('email_key', '=', 'bad@example.com')
    await isBad.set({ payload: 'not JSON' }).execute()
    await app.processInbox()
    const emails = (await app.rows()).messages.map(({ email }) => email)
    expect(emails).toEqual(['a@example.com', 'c@example.com'])
    const waiting = app.db.selectFrom('submissions').where('processed_at', 'is', null)
    const { attempts, due_at } = await waiting.selectAll().executeTakeFirstOrThrow()
    expect(attempts).toBe(1)
    expect(Date.parse(due_at) - app.settings.clock().getTime()).toBe(30_000)
  })

  test('retries a submission that keeps failing with growing delays, up to an hour', async () => {
    const app = await openTestApp(dialect)
    const { clock } = app.settings
    await store(app, [{ email: 'ada@example.com' }])
    const processSubmissions = async () => {
      throw new Error('not now')
    }
    const waiting = app.db.selectFrom('submissions').where('processed_at', 'is', null)
    const delays: number[] = []
    for (let attempts = 1; attempts <= 9; attempts += 1) {
      await processDue({ db: app.db, clock, log, processSubmissions })
      const { due_at } = await waiting.select('due_at').executeTakeFirstOrThrow()
      const ms = Date.parse(due_at) - clock().getTime()
      delays.push(ms / 1000)
      app.passDays(ms / dayMs)
    }
    expect(delays).toEqual([30, 60, 120, 240, 480, 960, 1920, 3600, 3600])
  })

  test('no longer reports a submission as stuck once a retry has processed it', async () => {
    const app = await openTestApp(dialect)
    const { clock } = app.settings
    await store(app, [{ email: 'ada@example.com' }])
    const processSubmissions = async () => {
      throw new Error('not now')
    }
    await processDue({ db: app.db, clock, log, processSubmissions })
    expect(await countStuckSubmissions(app.db)).toBe(1)
    app.passDays(1)
    await app.processInbox()
    expect(await countStuckSubmissions(app.db)).toBe(0)
  })

  test('processes a submission once if two servers find it at the same moment', async () => {
    const app = await openTestApp(dialect)
    await store(app, [{ email: 'ada@example.com' }])
    let calls = 0
    let processed = 0
    const options = {
      db: app.db,
      clock: app.settings.clock,
      log,
      async processSubmissions(_: unknown, batch: object[]) {
        calls += 1
        processed += batch.length
        if (calls === 1) await untilOneWaits(app.database)
      },
    }
    await Promise.all([processDue(options), processDue(options)])
    expect(processed).toBe(1)
  })

  test.each([
    ['processed', (db: Db) => db.updateTable('submissions').set({ processed_at: 'now' }).execute()],
    ['deleted', (db: Db) => db.deleteFrom('submissions').execute()],
  ])('leaves a submission that fails alone if it was %s meanwhile', async (_, change) => {
    const app = await openTestApp(dialect)
    await store(app, [{ email: 'ada@example.com' }])
    let attempts = 0
    let changing: Promise<unknown> | undefined
    const processSubmissions = async () => {
      attempts += 1
      // As a batch, then by itself.
      if (attempts === 2) {
        changing = change(app.db)
        await untilOneWaits(app.database)
      }
      throw new Error('too late')
    }
    await processDue({ db: app.db, clock: app.settings.clock, log, processSubmissions })
    await changing
    expect(await countStuckSubmissions(app.db)).toBe(0)
  })

  test('is left alone by a server that does not hold the lease', async () => {
    const app = await openTestApp(dialect)
    await store(app, signups)
    let looks = 0
    let isHeld = false
    const looksBefore: number[] = []
    const options = workerOptions(app)
    const worker = startInboxWorker({
      ...options,
      // The third time it holds it, for one batch.
      lease: { ...options.lease, isHeld: () => ((looks += 1) === 3 ? (isHeld = true) : isHeld) },
      async processSubmissions() {
        looksBefore.push(looks)
        isHeld = false
      },
    })
    await eventually(() => expect(looks).toBeGreaterThan(6))
    await worker.stop()
    expect(looksBefore).toEqual([3])
  })

  test('works through a backlog without waiting for the next tick', async () => {
    const app = await openTestApp(dialect)
    await store(app, signups)
    let processed = 0
    const afterRuns: number[] = []
    const worker = startInboxWorker({
      ...workerOptions(app),
      processSubmissions: async (_, batch) => void (processed += batch.length),
      onProcessed: () => afterRuns.push(processed),
    })
    await eventually(() => expect(processed).toBe(signups.length))
    await worker.stop()
    expect(afterRuns).toEqual([signups.length])
  })

  test('processes no further batch once it is stopped', async () => {
    const app = await openTestApp(dialect)
    await store(app, signups)
    let batches = 0
    const worker = startInboxWorker({
      ...workerOptions(app),
      async processSubmissions() {
        batches += 1
        void worker.stop()
      },
    })
    await eventually(() => expect(batches).toBe(1))
    await worker.stop()
    expect(batches).toBe(1)
  })

  test('pauses after each batch while submissions are being stored on its thread', async () => {
    const app = await openTestApp(dialect)
    await store(app, signups)
    const batches: { startedAt: number; endedAt: number }[] = []
    const worker = startInboxWorker({
      ...workerOptions(app),
      async processSubmissions() {
        const startedAt = performance.now()
        worker.giveWay()
        await sleep(20)
        batches.push({ startedAt, endedAt: performance.now() })
      },
    })
    await eventually(() => expect(batches.length).toBeGreaterThan(1))
    await worker.stop()
    const [first, second] = batches as [(typeof batches)[0], (typeof batches)[0]]
    const waitMs = second.startedAt - first.endedAt
    expect(waitMs).toBeGreaterThan(3 * (first.endedAt - first.startedAt))
  })

  test.each([
    ['of an unknown kind', { kind: 'survey' }],
    ['without the texts beside its form', { consent: undefined }],
    ['without the answer of the trap field', { trapped: undefined }],
  ])(
    'keeps a submission %s, which another release stored, and reports it as stuck',
    async (_, change) => {
      const app = await openTestApp(dialect)
      await store(app, [{ email: 'ada@example.com' }])
      const submissions = app.db.selectFrom('submissions').where('kind', '!=', 'probe').selectAll()
      const { payload } = await submissions.executeTakeFirstOrThrow()
      const changed = JSON.stringify({ ...(JSON.parse(payload!) as object), ...change })
      await app.db.updateTable('submissions').set({ payload: changed }).execute()
      await app.processInbox()
      expect(await submissions.execute()).toMatchObject([
        { payload: changed, processed_at: null, last_error: 'UnreadablePayload' },
      ])
      expect(await countStuckSubmissions(app.db)).toBe(1)
    },
  )

  test('a data request that overtakes a contact message still gets its link', async () => {
    const app = await openTestApp(dialect)
    await store(app, [message('ada@example.com')])
    await app.askForData('ada@example.com')
    const links = await app.db.selectFrom('data_links').select('email_key').execute()
    expect(links).toEqual([{ email_key: 'ada@example.com' }])
  })
})
