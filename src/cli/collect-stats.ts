import type { Kysely } from 'kysely'
import type { Schema } from '#database/schema.ts'
import { readOutboxState } from '#mail/outbox-state.ts'
import { countMessages } from '#messages/list-messages.ts'
import { countSignups, type SignupCounts } from '#newsletter/count-signups.ts'

export interface Stats extends SignupCounts {
  messages: number
  mailWaiting: number
}

export async function collectStats(db: Kysely<Schema>, now: Date): Promise<Stats> {
  return {
    ...(await countSignups(db, now)),
    messages: await countMessages(db, { status: 'received' }),
    mailWaiting: (await readOutboxState(db)).waiting,
  }
}
