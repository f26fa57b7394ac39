import { test } from 'vitest'
import { dialects } from '../support/databases.ts'
import { hasStrace, runAll as faults, runDisk } from './disk-faults.ts'
import { run as kill, runPostgres } from './kill.ts'
import { run as letter } from './letter.ts'
import { run as overload, runAttack } from './overload.ts'
import { noLosses, part, scaled, torture } from './torture.ts'

// The runs of `npm run tools -- torture` with killed, overloaded and failing servers.

torture('kill -9 of the server loses no submission', () => kill({ cycles: scaled(200) }), noLosses)
torture(
  'a letter is sent once although its servers are killed',
  () =>
    letter({
      people: scaled(100_000),
      unsubscriptions: scaled(1000),
      mailPerSecond: 2000,
      kills: scaled(33),
      maxKillIntervalMs: 5000,
    }),
  { lost: 0, doubled: 0, afterUnsubscribing: 0, sumIsOff: 0 },
)
for (const dialect of dialects) {
  torture(
    `overload loses no submission and bounds memory (${dialect})`,
    async () => {
      const figures = await overload({ dialect, rounds: scaled(20), crowd: 3000, holdMs: 3000 })
      const { idleMegabytes, halfwayMegabytes, peakMegabytes } = figures
      const isBounded = peakMegabytes < 3 * idleMegabytes && peakMegabytes < 1.2 * halfwayMegabytes
      return { ...figures, isBounded }
    },
    { ...noLosses, withoutRetryAfter: 0, pagesNotServed: 0, isBounded: true },
  )
}
torture('kill -9 of PostgreSQL loses no submission', () => runPostgres({ cycles: scaled(20) }), {
  ...noLosses,
  unanswered: 0,
})
torture(
  'an attack by misbehaving clients leaves no visitor without a response',
  () =>
    runAttack({ requests: scaled(5000), slow: 5000, endless: 50, neverReading: 200, garbage: 100 }),
  { notAnswered: 0 },
)

const firsts = Array.from({ length: scaled(20) }, (_, index) => 1 + Math.round((10 / part) * index))
if (hasStrace) {
  torture(
    'faults of system calls lose no acknowledged submission',
    () => faults({ firsts, posts: 20 }),
    { ...noLosses, unsynced: 0 },
  )
} else test.skip('faults of system calls (needs strace)')
torture('a full disk loses no acknowledged submission', () => runDisk({ rounds: scaled(20) }), {
  ...noLosses,
  wrongStatus: 0,
  pagesNotServed: 0,
})
