import { pino } from 'pino'
import { readConfig } from '#config.ts'
import { createDataRequestStore, createIntake } from '#intake/intake.ts'
import { createSubmissionStore } from '#intake/submissions.ts'
import { followLaunch } from '#letters/launch-letters.ts'
import { startBackground } from '#server/background.ts'
import { consents } from '../support/test-app.ts'
import type { Disk } from './disk.ts'
import type { MailProvider } from './mail-provider.ts'
import type { Promises } from './promises.ts'
import type { Random } from './random.ts'
import type { Process, VirtualTime } from './virtual-time.ts'

export const keys = { secret: 'a secret of at least thirty-two characters' }

/** Everything outside of the servers, and the story. */
export interface World {
  time: VirtualTime
  random: Random
  disk: Disk
  provider: MailProvider
  /** Tells the story. */
  say: (line: string) => void
}

export type Site = ReturnType<typeof createSite>

export type Server = ReturnType<typeof startServer>

/** Two servers behind a load balancer. */
export function createSite(world: World, promises: Promises, mailPerSecond: number) {
  const { time, random, disk, say } = world
  const servers = new Map<string, Server>()
  const release = { launched: false as false | { url: string; at: string } }
  const running = () => [...servers.values()].filter(({ process }) => !process.isDead)

  async function start(name: string): Promise<void> {
    const process: Process = { name, isDead: false, suspendedUntilMs: 0 }
    say(`${name} starts`)
    try {
      await follow(process)
    } catch {
      await time.sleep(1000)
      return await start(name)
    }
    servers.set(name, startServer(world, process, mailPerSecond))
  }

  /** As openApplication does before it serves. */
  async function follow(process: Process) {
    const { db } = disk.open(process)
    const { launched } = release
    const waiting = await followLaunch(db, time.clock(), { launched })
    const dueAt = launched ? new Date(launched.at) : undefined
    if (waiting.length > 0) promises.letters.set('launch', { dueAt })
  }

  function kill({ process, died }: Server) {
    say(`${process.name} is killed`)
    process.isDead = true
    disk.drop(process)
    died.reject(new Error('the server was killed'))
  }

  return {
    names: ['one', 'two'],
    /** Its content/site.ts. */
    release,
    running,
    start,
    kill,
    /** Finishes its work, and starts again. */
    async replace(name: string) {
      const server = running().find(({ process }) => process.name === name)
      if (!server) return
      say(`${name} stops`)
      await Promise.race([time.runAs(server.process, server.stopWork), server.died.promise]).catch(
        () => {},
      )
      if (server.process.isDead) return
      kill(server)
      await start(name)
    },
    suspend({ process }: Server, ms: number) {
      say(`${process.name} is suspended for ${Math.round(ms)} ms`)
      process.suspendedUntilMs = time.nowMs() + ms
    },
    /** Asks until a server answers. */
    async insist<Answer>(ask: (server: Server) => Promise<Answer>): Promise<Answer> {
      for (;;) {
        const server = random.pick(running())
        try {
          if (server) return await request(server, ask)
        } catch {
          // It failed, or was killed.
        }
        await time.sleep(random.between(100, 3000))
      }
    },
  }

  async function request<Answer>(server: Server, ask: (server: Server) => Promise<Answer>) {
    const answering = time.runAs(server.process, async () => {
      await time.sleep(random.between(0, 30))
      return await ask(server)
    })
    return await Promise.race([answering, server.died.promise])
  }
}

/** The real wiring of a server, but for its pages. */
function startServer({ time, disk, provider }: World, process: Process, mailPerSecond: number) {
  return time.runAs(process, () => {
    const { clock } = time
    const database = disk.open(process)
    const { db } = database
    const config = readConfig({
      PUBLIC_URL: 'https://www.example.com',
      CONTACT_TO: 'owner@company.example',
      MAIL_PER_SECOND: String(mailPerSecond),
      DIGEST: 'off',
    })
    const transport = provider.createTransport()
    const log = pino({ level: 'silent' })
    // So small that queueing a letter takes many transactions, and is often interrupted.
    const tools = { database, transport, clock, log, letterBatchSize: 3 }
    const background = startBackground({ config, ...keys }, tools)
    const options = {
      ...config,
      ...keys,
      db,
      clock,
      consent: () => consents,
      rateLimit: () => 0,
      ...createSubmissionStore({ db, insert: background.store, isDiskLow: () => false }),
    }
    const died = Promise.withResolvers<never>()
    died.promise.catch(() => {})
    return {
      ...background,
      process,
      db,
      died,
      intake: createIntake({ ...options, showFailureNotice: false, onSignup() {} }),
      storeDataRequest: createDataRequestStore(options),
    }
  })
}
