import { hostname } from 'node:os'
import type { Kysely } from 'kysely'
import type { LaunchRunTable, Schema } from '#database/schema.ts'

export const beatMs = 5000

/** So long without a beat, and a run is taken for dead; it hands nothing over by then itself. */
export const leaseMs = 60_000

/** Says that this run is alive. */
export async function beat(db: Kysely<Schema>, runId: string, now: Date): Promise<void> {
  const alive = { host: hostname(), pid: process.pid, beat_at: now.toISOString() }
  await db
    .insertInto('launch_runs')
    .values({ id: runId, ...alive })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(alive))
    .execute()
}

export async function endRun(db: Kysely<Schema>, runId: string): Promise<void> {
  await db.deleteFrom('launch_runs').where('id', '=', runId).execute()
}

/**
 * What a dead run had in its hands was sent or was not: nobody can know, so it is in doubt. Should a
 * run be alive after all, it still writes down what it knows, and its word counts.
 */
export async function buryDeadRuns(db: Kysely<Schema>, now: Date): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const runs = await trx.selectFrom('launch_runs').selectAll().execute()
    const dead = runs.filter((run) => isDead(run, now)).map((run) => run.id)
    if (dead.length > 0) await trx.deleteFrom('launch_runs').where('id', 'in', dead).execute()
    await trx
      .updateTable('launch_recipients')
      .set({
        state: 'in_doubt',
        reason: 'the sending process ended before it could say whether this was sent',
        changed_at: now.toISOString(),
      })
      .where('state', '=', 'sending')
      .where('run_id', 'not in', (query) => query.selectFrom('launch_runs').select('id'))
      .execute()
  })
}

function isDead({ host, pid, beat_at }: LaunchRunTable, now: Date): boolean {
  if (now.getTime() - Date.parse(beat_at) > leaseMs) return true
  return host === hostname() && !isRunning(pid)
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // EPERM: it is there, and somebody else's.
    return (error as NodeJS.ErrnoException).code !== 'ESRCH'
  }
}
