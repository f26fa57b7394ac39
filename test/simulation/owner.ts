import { followLaunch } from '#letters/launch-letters.ts'
import { letterStateOf, scheduleLetter, stopLetter } from '#letters/stored-letters.ts'
import { letterWith } from '../support/letters.ts'
import type { Promises } from './promises.ts'
import type { Site, World } from './simulated-site.ts'

/** The owner, at the command line: sends, schedules, postpones and stops letters, one of them bound to the launch. */
export async function createOwner(
  { time, random, disk, say }: World,
  site: Site,
  { letters }: Promises,
  onDue: () => void,
) {
  const { db } = disk.open({ name: 'owner', isDead: false, suspendedUntilMs: 0 })

  async function insist<Answer>(work: () => Promise<Answer>): Promise<Answer> {
    for (;;) {
      try {
        return await work()
      } catch {
        await time.sleep(1000)
      }
    }
  }

  const inMs = (ms: number) => new Date(time.clock().getTime() + ms)

  async function schedule(name: string, afterMs: number) {
    const dueAt = inMs(afterMs)
    letters.set(name, { dueAt })
    say(`the owner schedules ${name} for ${dueAt.toISOString()}`)
    const now = time.clock()
    await insist(() => scheduleLetter(db, { ...letterWith(name), name }, { dueAt, now }))
    time.start(onDue, afterMs)
  }

  async function stop(name: string) {
    say(`the owner stops ${name}`)
    await insist(() => stopLetter(db, name, time.clock()))
    letters.get(name)!.stoppedAtMs = time.nowMs()
    say(`the owner has stopped ${name}`)
  }

  async function postpone(name: string, afterMs: number) {
    const { dueAt } = letters.get(name)!
    await stop(name)
    const stoppedAtMs = time.nowMs()
    await schedule(name, afterMs)
    // It stays stopped if it was queued before.
    if ((await insist(() => letterStateOf(db, name))) === 'stopped') {
      letters.set(name, { dueAt, stoppedAtMs })
    }
  }

  async function send(name: string) {
    await time.sleep(random.between(0, 40_000))
    await schedule(name, random.pick([0, 10_000, 30_000]))
    await time.sleep(random.between(0, 40_000))
    const plan = random.pick(['wait', 'wait', 'postpone', 'postpone', 'stop'])
    if (plan === 'postpone') await postpone(name, random.between(0, 30_000))
    if (plan === 'stop') await stop(name)
  }

  /** Sets, postpones and takes back the launch. Each change is a release: the servers are restarted, one by one. */
  async function launch() {
    for (let changes = random.below(3); changes >= 0; changes -= 1) {
      const afterMs = random.between(15_000, 50_000)
      const isTakenBack = changes > 0 && random.chance(0.3)
      site.release.launched = isTakenBack
        ? false
        : { url: 'https://tool.example.com/', at: inMs(afterMs).toISOString() }
      say(`the launch: ${JSON.stringify(site.release.launched)}`)
      time.start(onDue, afterMs)
      for (const name of site.names) await site.replace(name)
      await time.sleep(random.between(0, 30_000))
    }
  }

  // Before any server starts, because the owner's own content may be launched already.
  await scheduleLetter(
    db,
    { ...letterWith('launch'), name: 'launch' },
    { dueAt: 'launch', now: time.clock() },
  )
  await followLaunch(db, time.clock(), site.release)
  letters.set('launch', {})
  return () => {
    for (const name of ['march', 'april']) void send(name)
    void launch()
  }
}
