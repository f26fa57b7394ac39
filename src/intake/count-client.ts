import { getConnInfo } from '@hono/node-server/conninfo'
import type { Context } from 'hono'
import type { Kysely } from 'kysely'
import type { Schema } from '#database/schema.ts'
import { clientAddress } from './client-address.ts'
import { keyedHash } from './keyed-hash.ts'
import { countSubmission } from './rate-limit.ts'

export interface ClientLimits {
  secret: string
  submissionsPerMinute: number
  trustedProxies: number
}

/** Counts one submission of whoever asks. @returns seconds to wait, or 0 when it may pass */
export async function countClient(
  c: Context,
  db: Kysely<Schema>,
  { secret, submissionsPerMinute, trustedProxies }: ClientLimits,
  now: Date,
): Promise<number> {
  const client = clientAddress(socketAddress(c), c.req.header('x-forwarded-for'), trustedProxies)
  return await countSubmission(db, keyedHash(secret, 'client', client), submissionsPerMinute, now)
}

/** There is no socket under app.request(). */
function socketAddress(c: Context): string | undefined {
  return c.env?.incoming === undefined ? undefined : getConnInfo(c).remote.address
}
