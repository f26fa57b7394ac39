import { sql } from 'kysely'
import type { SortKey } from '#database/read-rows.ts'
import type { Db, Schema, SuppressionCause } from '#database/schema.ts'
import { canonicalAddress } from '#email-address.ts'
import { periods } from '#personal-data.ts'
import { ignoresSuppression, type MailDeclaration } from './mail-declaration.ts'

type Suppression = Pick<Schema['suppressions'], 'cause' | 'reason'>
type Found = Schema['suppressions']

// Five values per row: stays below the limit of parameters per statement.
const maxBatchSize = 1000

/**
 * Stops mail to these addresses. A person's own wish holds for all spellings of their address, a mail server's refusal
 * for one.
 * @returns how many were not suppressed for this cause before
 */
export async function suppress(
  db: Db,
  emailKeys: string[],
  { cause, reason }: Suppression,
  now: Date,
): Promise<number> {
  const isOwnWish = cause === 'person' || cause === 'not-me'
  let added = 0
  for (let first = 0; first < emailKeys.length; first += maxBatchSize) {
    const created_at = now.toISOString()
    const batch = emailKeys.slice(first, first + maxBatchSize).map((email_key) => {
      const mailbox = isOwnWish ? canonicalAddress(email_key) : null
      return { email_key, inbox: mailbox, cause, reason, created_at }
    })
    const { numInsertedOrUpdatedRows } = await db
      .insertInto('suppressions')
      .values(batch)
      .onConflict((conflict) => conflict.columns(['email_key', 'cause']).doNothing())
      .executeTakeFirstOrThrow()
    added += Number(numInsertedOrUpdatedRows)
  }
  return added
}

/**
 * Lifts all but "No more email", which only the person can switch off, on the data page.
 * @returns whether there was one
 */
export async function liftSuppression(
  db: Db,
  emailKey: string,
  causes: SuppressionCause[] = ['bounce', 'owner', 'not-me'],
): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('suppressions')
    .where(isAbout([emailKey]))
    .where('cause', 'in', causes)
    .executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}

/** By address, without those that have none. */
export async function suppressionsOf(db: Db, emailKeys: string[]): Promise<Map<string, Found[]>> {
  const found = new Map<string, Found[]>()
  if (emailKeys.length === 0) return found
  const rows = await db
    .selectFrom('suppressions')
    .selectAll()
    .where(isAbout(emailKeys))
    // A person's own wish first.
    .orderBy('cause', 'desc')
    .execute()
  for (const key of emailKeys) {
    const mailbox = canonicalAddress(key)
    const own = rows.filter((row) => row.email_key === key || row.inbox === mailbox)
    if (own.length > 0) found.set(key, own)
  }
  return found
}

function isAbout(emailKeys: string[]) {
  const mailboxes = emailKeys.map(canonicalAddress)
  return sql<boolean>`(email_key in (${sql.join(emailKeys)}) or inbox in (${sql.join(mailboxes)}))`
}

/** The first that stops this kind of mail. */
export function findStopping(
  found: Found[] | undefined,
  kind: Pick<MailDeclaration, 'to' | 'ignores'>,
  now: Date,
) {
  const notMeSince = new Date(now.getTime() - periods.notMeDays * 24 * 3_600_000).toISOString()
  return found?.find(
    ({ cause, created_at }) =>
      !ignoresSuppression(kind, cause) && (cause !== 'not-me' || created_at > notMeSince),
  )
}

/** For readListPage. */
export const suppressionKey: SortKey<{ email: string; cause: string }> = {
  columns: ['email_key', 'cause'],
  valuesOf: ({ email, cause }) => [email, cause],
  isAscending: true,
}

/** In alphabetical order. */
export function listSuppressions(db: Db) {
  return db
    .selectFrom('suppressions')
    .select(['email_key as email', 'cause', 'reason', 'created_at as since'])
    .orderBy('email_key')
    .orderBy('cause')
}
