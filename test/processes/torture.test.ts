import { expect, test } from 'vitest'
import { hasStrace } from '../torture/disk-faults.ts'
import { run as kill } from '../torture/kill.ts'
import { run as letter } from '../torture/letter.ts'
import { run as timing } from '../torture/timing.ts'

// Short versions of the runs of `npm run tools -- torture`.

test('after kill -9 every acknowledged submission is stored once, with its mail', async () => {
  const figures = await kill({ cycles: 2 })
  expect(figures).toMatchObject({ lost: 0, doubled: 0, withoutMail: 0, damaged: '' })
  expect(figures.acknowledged).toBeGreaterThan(0)
})

test('a letter whose servers are killed reaches no one twice and no one who unsubscribed', async () => {
  const kills = { kills: 2, maxKillIntervalMs: 600 }
  const figures = await letter({ people: 100, unsubscriptions: 20, mailPerSecond: 100, ...kills })
  expect(figures).toMatchObject({ lost: 0, doubled: 0, afterUnsubscribing: 0, sumIsOff: 0 })
})

// strace delays fsync.
test.skipIf(!hasStrace)(
  'response times do not reveal who is subscribed, even on a slow disk (needs strace)',
  async () => {
    expect(await timing({ samples: 40, slowDiskMs: 20 })).toMatchObject({ ok: true })
  },
)
