import { createDisk, migratedDatabase } from './disk.ts'
import { createFaults } from './faults.ts'
import { createMailProvider } from './mail-provider.ts'
import { createOwner } from './owner.ts'
import { createPeople } from './people.ts'
import { createPromises } from './promises.ts'
import { createRandom } from './random.ts'
import { createSite, type World } from './simulated-site.ts'
import { installVirtualTime, type Process } from './virtual-time.ts'

const storyMs = 120_000
/** Mail that is deferred goes out, or is given up, within this time after the last fault. */
const maxDays = 7
const maxSkipMs = 4 * 3_600_000
const takeoverMs = 30_000

/**
 * Plays a morning that the seed decides: the same seed, the same morning.
 * @returns its story, and the first promise that was broken
 */
export async function simulate(seed: number): Promise<{ story: string[]; broken?: string }> {
  const bytes = await migratedDatabase()
  const random = createRandom(seed)
  const time = installVirtualTime(random)
  const story: string[] = []
  const say = (line: string) => void story.push(`${(time.nowMs() / 1000).toFixed(3)} s: ${line}`)
  try {
    const broken = await play({ time, random, say }, bytes)
    return broken === undefined ? { story } : { story, broken }
  } finally {
    time.restore()
  }
}

async function play(
  { time, random, say }: Pick<World, 'time' | 'random' | 'say'>,
  bytes: Buffer,
): Promise<string | undefined> {
  const onCommit = (process: Process) => {
    promises.checkSums()
    time.runAs(undefined, () => faults.onCommit(process))
  }
  const disk = createDisk(bytes, time, random, onCommit)
  const provider = createMailProvider(time, random, {
    begun: (mail) => promises.checkBegun(mail),
    delivered(mail) {
      promises.checkArrived(mail)
      time.runAs(undefined, () => people.receive(mail))
    },
  })
  const world: World = { time, random, disk, provider, say }
  const promises = createPromises(world)
  const site = createSite(world, promises, random.pick([5, 20, 100]))
  const people = createPeople(world, site, promises, storyMs)
  const faults = createFaults(world, site, storyMs, people.hurryToLeave)
  const beginning = createOwner(world, site, promises, () => {
    faults.danger(10_000)
    people.hurryToLeave()
  }).then((begin) => begin())
  for (const name of site.names) void beginning.then(() => site.start(name))
  const isBroken = () => promises.firstBroken() !== undefined
  while (time.nowMs() < storyMs && !isBroken()) await time.runUntil(time.nowMs() + 1000)
  say('no more faults')
  faults.end()
  for (const name of site.names) {
    if (!site.running().some(({ process }) => process.name === name)) void site.start(name)
  }
  await time.runUntil(time.nowMs() + takeoverMs)
  let skippedMs = 0
  for (let skipMs = 60_000; !isBroken(); skipMs = Math.min(skipMs * 2, maxSkipMs)) {
    for (let tries = 0; people.areBusy() && !isBroken(); tries += 1) {
      if (tries > 60) return 'somebody gets no answer'
      await time.runUntil(time.nowMs() + 5000)
    }
    await time.runUntil(time.nowMs() + 5000)
    const unfinished = promises.unfinished()
    if (unfinished === undefined && !people.areBusy()) break
    if (skippedMs > maxDays * 86_400_000) return `not finished: ${unfinished}`
    time.skip(skipMs)
    skippedMs += skipMs
  }
  if (!isBroken()) promises.checkEnd()
  return promises.firstBroken()
}
