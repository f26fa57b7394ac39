import { troubles } from './mail-provider.ts'
import type { Server, Site, World } from './simulated-site.ts'
import type { Process } from './virtual-time.ts'

/** Kills, suspends and restarts servers, and breaks the disk and the mail provider. Each story has some of it. */
export function createFaults(world: World, site: Site, storyMs: number, onHit: () => void) {
  const { time, random, disk, provider, say } = world
  /** Until then a server is often hit right after a commit: between a claim and its mail, between two batches. */
  let dangerUntilMs = 0
  let isOver = false

  async function hit(server: Server) {
    onHit()
    if (random.chance(0.5)) return site.suspend(server, random.between(500, 25_000))
    site.kill(server)
    await time.sleep(random.pick([0, 3000, 30_000]))
    if (!isOver) await site.start(server.process.name)
  }

  async function breakDisk() {
    say('the disk fails')
    disk.isFailing = true
    await time.sleep(random.between(500, 8000))
    disk.isFailing = false
  }

  async function troubleMail() {
    if (provider.trouble) return
    provider.trouble = random.pick(troubles)
    provider.quotaLeft = random.below(12)
    say(`the mail provider: ${provider.trouble}`)
    await time.sleep(random.between(2000, 60_000))
    provider.trouble = undefined
    say('the mail provider works')
  }

  function danger(ms: number) {
    dangerUntilMs = time.nowMs() + ms
    // Otherwise few letters would meet it: they are sent within seconds.
    if (random.chance(0.5)) void troubleMail()
  }

  async function play() {
    const kinds: (() => unknown)[] = [
      () => hit(random.pick(site.running())),
      () => danger(random.between(0, 5000)),
      () => site.replace(random.pick(site.names)),
      breakDisk,
      troubleMail,
    ]
    const chosen = kinds.filter(() => random.chance(0.6))
    const maxPauseMs = random.pick([5000, 15_000, 40_000])
    while (chosen.length > 0 && time.nowMs() < storyMs) {
      await time.sleep(random.between(0, maxPauseMs))
      if (site.running().length > 0) void random.pick(chosen)()
    }
  }

  void play()
  return {
    danger,
    onCommit(process: Process) {
      if (isOver || time.nowMs() > dangerUntilMs || random.chance(0.95)) return
      const server = site.running().find((one) => one.process === process)
      if (server) void hit(server)
    },
    end() {
      isOver = true
      disk.isFailing = false
      provider.trouble = undefined
    },
  }
}
