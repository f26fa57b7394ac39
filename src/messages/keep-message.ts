import type { Transaction } from 'kysely'
import type { Schema } from '#database/schema.ts'

export async function keepMessage(
  trx: Transaction<Schema>,
  message: { name: string; email: { email: string; key: string }; message: string },
  now: Date,
): Promise<void> {
  await trx
    .insertInto('messages')
    .values({
      id: crypto.randomUUID(),
      name: message.name,
      email: message.email.email,
      email_key: message.email.key,
      message: message.message,
      received_at: now.toISOString(),
    })
    .execute()
}
