import { describe, expect, test } from 'vitest'
import { dialects } from '../support/databases.ts'
import { hasStrace } from '../torture/faults.ts'
import { run as kill } from '../torture/kill.ts'
import { run as letter } from '../torture/letter.ts'
import { run as timing } from '../torture/timing.ts'

// Short runs; `npm run torture` has all of them at full length.

describe.each(dialects)('%s', (dialect) => {
  test('every acknowledged submission is there once with its mails after kill -9', async () => {
    const figures = await kill({ dialect, cycles: 2 })
    expect(figures).toMatchObject({ lost: 0, doubled: 0, withoutMail: 0, damaged: '' })
    expect(figures.acknowledged).toBeGreaterThan(0)
  })

  test('a letter whose servers are killed reaches nobody twice and nobody who left', async () => {
    const size = { people: 100, unsubscriptions: 20, mailPerSecond: 100, kills: 2, calmMs: 600 }
    const figures = await letter({ dialect, ...size })
    expect(figures).toMatchObject({ lost: 0, doubled: 0, afterUnsubscribing: 0, sumIsOff: 0 })
  })
})

// It slows the disk down with strace.
test.skipIf(!hasStrace)(
  'the response time does not tell who is subscribed, even on a slow disk',
  async () => {
    expect(await timing({ samples: 40, slowDiskMs: 20 })).toMatchObject({ ok: true })
  },
)
