import { countRows } from '#database/read-rows.ts'
import type { Db } from '#database/schema.ts'
import { readOutboxState } from '#mail/outbox.ts'
import { listMessages } from '#messages/list-messages.ts'
import { countSignups } from '#subscribers/count-signups.ts'
import { funnelWarnings, readFunnel } from './funnel.ts'
import { readVisits } from './visit-counts.ts'

export type Figures = Awaited<ReturnType<typeof collectFigures>>

export async function collectFigures(db: Db, now: Date) {
  return {
    ...(await collectSignupFigures(db, now)),
    messages: await countRows(listMessages(db, { status: 'received' })),
    mailWaiting: (await readOutboxState(db)).waiting,
  }
}

/** Without the counts of messages and mail, which take as long again in a large database. */
export async function collectSignupFigures(db: Db, now: Date) {
  const signups = await countSignups(db, now)
  const funnel = await readFunnel(db, signups.signupsByDay)
  return {
    ...signups,
    ...(await readVisits(db, signups.signupsByDay)),
    funnel,
    funnelWarnings: funnelWarnings(funnel),
  }
}
