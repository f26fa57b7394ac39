import { test } from 'vitest'
import { dialects } from '../support/databases.ts'
import { hasStrace, runAll as faults, runDisk } from './faults.ts'
import { run as kill, runPostgres } from './kill.ts'
import { run as letter } from './letter.ts'
import { run as overload, runAttack } from './overload.ts'
import { of, part, torture, unharmed } from './torture.ts'

// One half of `npm run torture`: what happens to servers. `npm test` has each of them in short.

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
      const { calmMegabytes, halfwayMegabytes, peakMegabytes } = figures
      const isBounded = peakMegabytes < 3 * calmMegabytes && peakMegabytes < 1.2 * halfwayMegabytes
      return { ...figures, isBounded }
    },
    { ...unharmed, withoutRetryAfter: 0, pagesNotServed: 0, isBounded: true },
  )
}
torture('kill PostgreSQL', () => runPostgres({ cycles: of(20) }), { ...unharmed, unanswered: 0 })
torture(
  'attack',
  () => runAttack({ requests: of(5000), slow: 5000, endless: 50, neverReading: 200, garbage: 100 }),
  { notAnswered: 0 },
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
