import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { onTestFinished } from 'vitest'
import { connect } from '#database/connect.ts'
import { newAdminEnv } from '../support/admin.ts'
import { freePort } from '../support/free-port.ts'
import { startPostgres } from '../support/postgres.ts'
import { startTestSite } from '../support/test-site.ts'
import { lossesOf, startVisitors } from './visitors.ts'

/**
 * 32 visitors submit without pause while the server is killed at random moments and restarted, on PostgreSQL. The
 * simulation does it on SQLite.
 */
export async function run({ cycles }: { cycles: number }) {
  const port = await freePort()
  const { target, env } = await newAdminEnv('postgres', { PORT: String(port), LOG_LEVEL: 'silent' })
  let site = await startTestSite(env)
  const visitors = startVisitors(`http://127.0.0.1:${port}`, 32)
  for (let cycle = 0; cycle < cycles; cycle += 1) {
    // So that the kill happens during work.
    await visitors.more(1)
    await sleep(Math.random() * 300)
    await site.stop('SIGKILL')
    site = await startTestSite(env)
  }
  await visitors.more(32)
  await visitors.stop()
  const database = connect(target)
  onTestFinished(() => database.close())
  return {
    run: 'kill',
    database: 'postgres',
    cycles,
    ...(await lossesOf(database, visitors.accepted)),
  }
}

/** PostgreSQL is killed and restarted: visitors get 503, then 200, without a restart of the server. */
export async function runPostgres({ cycles }: { cycles: number }) {
  const postgres = await startPostgres([])
  onTestFinished(() => postgres.stop())
  const env = { DATABASE_URL: postgres.url, SECRET: 's'.repeat(32), LOG_LEVEL: 'silent' }
  const site = await startTestSite(env)
  const visitors = startVisitors(site.url, 32)
  for (let cycle = 0; cycle < cycles; cycle += 1) {
    await visitors.more(40)
    await sleep(Math.random() * 300)
    await killWithChildren(Reflect.get(postgres, 'process') as ChildProcess)
    const refused = () => visitors.statuses.get(503) ?? 0
    const before = refused()
    await visitors.until(() => refused() > before)
    await postgres.start()
  }
  await visitors.more(40)
  await visitors.stop()
  const { statuses, accepted } = visitors
  const database = connect({ kind: 'postgres', url: postgres.url })
  const losses = await lossesOf(database, accepted)
  await database.close()
  const unanswered = [...statuses.keys()].filter((status) => ![200, 503].includes(status)).length
  return { run: 'kill PostgreSQL', database: 'postgres', cycles, unanswered, ...losses }
}

/** Like the kernel's OOM killer. */
async function killWithChildren(child: ChildProcess) {
  const { pid } = child
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ')
  const exited = once(child, 'exit')
  for (const one of [pid, ...children]) process.kill(Number(one), 'SIGKILL')
  await exited
}
