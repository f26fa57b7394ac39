import { describe, expect, test } from 'vitest'
import { dialects } from '../support/databases.ts'
import { run as clock } from '../torture/clock.ts'
import { hasStrace, run as fault, runAll as faults, runDisk } from '../torture/faults.ts'
import { run as kill, runPostgres } from '../torture/kill.ts'
import { run as letter } from '../torture/letter.ts'
import { run as overload, runAttack } from '../torture/overload.ts'
import { run as soak } from '../torture/soak.ts'
import { run as strangers, runHttp, runTokens } from '../torture/strangers.ts'
import { run as timing } from '../torture/timing.ts'

// Each run of `npm run torture` in a few seconds.

const unharmed = { lost: 0, doubled: 0, withoutMail: 0, damaged: '' }

describe.each(dialects)('%s', (dialect) => {
  test('what was answered ok is there once with its mails, however often the server is killed', async () => {
    const figures = await kill({ dialect, cycles: 2 })
    expect(figures).toMatchObject(unharmed)
    expect(figures.acknowledged).toBeGreaterThan(0)
  })

  test('a letter under fire reaches nobody twice and nobody who left, and its states sum', async () => {
    const size = { people: 100, unsubscriptions: 20, mailPerSecond: 100, kills: 2, calmMs: 600 }
    const figures = await letter({ dialect, ...size })
    expect(figures).toMatchObject({ lost: 0, doubled: 0, afterUnsubscribing: 0, sumIsOff: 0 })
  })

  test('who comes when no more can be written is sent away for a moment, and nothing kept is lost', async () => {
    const figures = await overload({ dialect, rounds: 1, crowd: 1500, holdMs: 0 })
    expect(figures).toMatchObject({ ...unharmed, withoutRetryAfter: 0, pagesNotServed: 0 })
  })

  test('a clock that leaps by hours, days and years loses, doubles and delays nothing', async () => {
    const none = { refused: 0, lost: 0, doubled: 0, mailsMissing: 0, unexplained: 0 }
    expect(await clock({ dialect, leaps: 12 })).toMatchObject(none)
  })

  test('no forged link is accepted', async () => {
    const none = { accepted: 0, isUntouched: true, control: 200 }
    expect(await runTokens({ dialect, tokens: 50 })).toMatchObject(none)
  })

  test('whatever strangers send, no answer is an error of ours', async () => {
    const figures = await strangers({ dialect, bodies: 320 })
    expect(figures).toMatchObject({ serverErrors: 0, unexplained: 0 })
    expect(figures.acknowledged).toBeGreaterThan(0)
  })
})

test('PostgreSQL is killed and comes back: 503, then 200, and the server was not touched', async () => {
  expect(await runPostgres({ cycles: 1 })).toMatchObject({ ...unharmed, unanswered: 0 })
})

test('whatever strangers send to a port is answered', async () => {
  expect(await runHttp({ bodies: 512 })).toMatchObject({ serverErrors: 0 })
})

test('slow, endless, deaf and senseless clients keep nobody from an answer', async () => {
  const crowd = { slow: 200, endless: 10, neverReading: 20, garbage: 10 }
  expect(await runAttack({ requests: 100, ...crowd })).toMatchObject({ notAnswered: 0 })
})

const title = hasStrace ? '' : ' (skipped: strace is not installed here)'

test.skipIf(!hasStrace)(
  `whatever call fails, nobody reads ok before their words are on the disk${title}`,
  async () => {
    const figures = await faults({ firsts: [70], posts: 12 })
    expect(figures).toMatchObject({ ...unharmed, unsynced: 0 })
    expect(figures.failed).toBeGreaterThan(0)
    const careless = { call: 'write', error: 'EIO', first: 60_000, step: 1 } as const
    const control = await fault({ ...careless, posts: 3, isControl: true })
    expect(control).toMatchObject({ acknowledged: 3, unsynced: 3 })
  },
)

test.skipIf(!hasStrace)(
  `on a slow disk too, the time of an answer does not tell who is known${title}`,
  async () => {
    expect(await timing({ samples: 40, slowDiskMs: 20 })).toMatchObject({ ok: true })
  },
)

test('a full disk: 503 with Retry-After, pages served, and 200 as soon as there is room', async () => {
  const figures = await runDisk({ rounds: 1 })
  expect(figures).toMatchObject({ ...unharmed, refused: 1, wronglyAnswered: 0, pagesNotServed: 0 })
})

test('everything at once leaves no descriptor open, and every page was served', async () => {
  expect(await soak({ dialect: 'sqlite', seconds: 2 })).toMatchObject({ ...unharmed, notServed: 0 })
})
