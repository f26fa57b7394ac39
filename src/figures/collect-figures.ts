import type { Kysely } from 'kysely'
import type { Schema } from '#database/schema.ts'
import { readOutboxState } from '#mail/outbox-state.ts'
import { countMessages } from '#messages/list-messages.ts'
import { countSignups, type SignupCounts } from '#newsletter/count-signups.ts'
import { readVisits, type VisitFigures } from './read-visits.ts'

export interface Figures extends SignupCounts, VisitFigures {
  messages: number
  mailWaiting: number
}

export async function collectFigures(db: Kysely<Schema>, now: Date): Promise<Figures> {
  const signups = await countSignups(db, now)
  const days = signups.signupsByDay.map(({ day }) => day)
  return {
    ...signups,
    ...(await readVisits(db, days)),
    messages: await countMessages(db, { status: 'received' }),
    mailWaiting: (await readOutboxState(db)).waiting,
  }
}
