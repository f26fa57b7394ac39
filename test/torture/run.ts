import { expect, test } from 'vitest'
import { dialects } from '../support/databases.ts'
import { run as clock } from './clock.ts'
import { hasStrace, runAll as faults, runDisk } from './faults.ts'
import { run as kill, runPostgres } from './kill.ts'
import { run as letter } from './letter.ts'
import { run as overload, runAttack } from './overload.ts'
import { run as soak } from './soak.ts'
import { run as strangers, runHttp, runTokens } from './strangers.ts'
import { run as timing } from './timing.ts'

// `npm run torture`: about half an hour, one line a run. `npm test` has each of them in short.

/** A part of it, to try it out: TORTURE_PART=0.1 npm run torture */
const part = Number(process.env['TORTURE_PART'] ?? 1)
const of = (count: number) => Math.ceil(count * part)

type Figures = Record<string, string | number | boolean>

/** One line; whatever is named here must be as it says. */
function torture(name: string, run: () => Promise<Figures>, wanted: Figures) {
  test(name, async () => {
    const startedAt = performance.now()
    const figures = await run()
    const seconds = Math.round((performance.now() - startedAt) / 1000)
    const line = Object.entries({ ...figures, seconds }).map(([what, value]) => `${what} ${value}`)
    // oxlint-disable-next-line no-console -- What it is for.
    console.log(line.join(', '))
    expect(figures).toMatchObject(wanted)
  })
}

const unharmed = { lost: 0, doubled: 0, withoutMail: 0, damaged: '' }

for (const dialect of dialects) {
  torture(`kill ${dialect}`, () => kill({ dialect, cycles: of(200) }), unharmed)
  torture(
    `letter ${dialect}`,
    () =>
      letter({
        dialect,
        people: of(100_000),
        unsubscriptions: of(1000),
        mailPerSecond: 2000,
        kills: of(33),
        calmMs: 5000,
      }),
    { lost: 0, doubled: 0, afterUnsubscribing: 0, sumIsOff: 0 },
  )
  torture(
    `overload ${dialect}`,
    async () => {
      const figures = await overload({ dialect, rounds: of(20), crowd: 3000, holdMs: 3000 })
      return { ...figures, isBounded: figures.peakMegabytes < 3 * figures.calmMegabytes }
    },
    { ...unharmed, withoutRetryAfter: 0, pagesNotServed: 0, isBounded: true },
  )
  torture(
    `strangers ${dialect}`,
    () => strangers({ dialect, bodies: of(dialect === 'sqlite' ? 800_000 : 200_000) }),
    {
      serverErrors: 0,
      unexplained: 0,
    },
  )
  torture(`clock ${dialect}`, () => clock({ dialect, leaps: of(600) }), {
    refused: 0,
    lost: 0,
    doubled: 0,
    mailsMissing: 0,
    unexplained: 0,
  })
  torture(`tokens ${dialect}`, () => runTokens({ dialect, tokens: of(20_000) }), {
    accepted: 0,
    isUntouched: true,
  })
}
torture('kill PostgreSQL', () => runPostgres({ cycles: of(20) }), { ...unharmed, unanswered: 0 })
torture('strangers over HTTP', () => runHttp({ bodies: of(100_000) }), { serverErrors: 0 })
torture(
  'attack',
  () => runAttack({ requests: of(5000), slow: 5000, endless: 50, neverReading: 200, garbage: 100 }),
  { notAnswered: 0 },
)
torture(
  'timing',
  async () => {
    const { figures, ok } = await timing({ samples: of(5000) })
    return { run: 'timing', most: Math.max(...figures.map(({ t }) => Math.abs(t))), ok }
  },
  { ok: true },
)

const firsts = Array.from({ length: of(20) }, (_, index) => 1 + Math.round((10 / part) * index))
if (hasStrace) {
  torture('faults', () => faults({ firsts, posts: 20 }), { ...unharmed, unsynced: 0 })
} else test.skip('faults: strace is not installed here')
torture('disk full', () => runDisk({ rounds: of(20) }), {
  ...unharmed,
  wronglyAnswered: 0,
  pagesNotServed: 0,
})
for (const dialect of dialects) {
  torture(
    `soak ${dialect}`,
    async () => {
      const figures = await soak({ dialect, seconds: of(300) })
      const isFlat = figures.memoryGrowth < 1.2 && figures.descriptorGrowth < 1.2
      return { ...figures, isFlat }
    },
    { ...unharmed, notServed: 0, isFlat: true },
  )
}
