import type { Kysely } from 'kysely'
import type { Schema } from '#database/schema.ts'
import { buryDeadRuns } from '#launch/launch-runs.ts'
import {
  countLedger,
  isFinished,
  listNotReached,
  readLaunch,
  type LedgerCounts,
  type NotReached,
} from '#launch/launch-status.ts'
import type { Desk } from './desk.ts'
import { shortInstant } from './subscribers.ts'
import { table } from './table.ts'

const shownAtMost = 50

export async function launchStatus(desk: Desk, json: boolean): Promise<void> {
  const { terminal } = desk
  await desk.withDatabase(async ({ db }) => {
    await buryDeadRuns(db, desk.clock())
    const launch = await readLaunch(db)
    const counts = await countLedger(db)
    if (json) {
      const status = {
        ...counts,
        audience: launch?.audience ?? 0,
        finished: launch !== undefined && isFinished(counts),
        subject: launch?.subject ?? null,
        startedAt: launch?.started_at ?? null,
        notReached: await notReached(db, Infinity),
      }
      return await terminal.write(`${JSON.stringify(status, null, 2)}\n`)
    }
    if (!launch) return terminal.note('Nothing was launched yet.')
    const state = isFinished(counts) ? 'finished' : 'not finished: run `launch send` to go on'
    const lines = [
      terminal.paint('bold', launch.subject),
      `Started ${shortInstant(launch.started_at)} UTC, ${state}`,
      '',
      ...ledgerLines(counts, launch.audience),
    ]
    await terminal.write(`${lines.join('\n')}\n`)
    const missed = await notReached(db, shownAtMost + 1)
    if (missed.length === 0) return
    await terminal.write(
      `\nNot reached\n${table(columns, missed.slice(0, shownAtMost), terminal.columns).join('\n')}\n`,
    )
    if (missed.length > shownAtMost) terminal.note('… and more (--json names all of them)')
    if (counts.in_doubt > 0) {
      terminal.note('Decide about those in doubt with `launch resolve --resend` or `--accept`.')
    }
  })
}

/** The states of the ledger, and that they sum to the audience. */
export function ledgerLines(counts: LedgerCounts, audience: number): string[] {
  const width = String(audience).length
  const line = (title: string, count: number) =>
    `${title.padEnd(9)} ${String(count).padStart(width)}`
  return [
    ...Object.entries(counts).map(([state, count]) => line(state, count)),
    line('audience', audience),
  ]
}

const columns = [
  { title: 'email', cell: (row: NotReached) => row.email ?? '(erased)', yields: true },
  { title: 'state', cell: (row: NotReached) => row.state },
  { title: 'reason', cell: (row: NotReached) => row.reason ?? '', yields: true },
]

async function notReached(db: Kysely<Schema>, most: number): Promise<NotReached[]> {
  const rows: NotReached[] = []
  for await (const row of listNotReached(db)) {
    rows.push(row)
    if (rows.length >= most) break
  }
  return rows
}
