import type { Kysely } from 'kysely'
import type { Schema } from '#database/schema.ts'
import { dataLinkLetter } from '#mail/letters/data-link.tsx'
import { takeMailAllowance } from '#mail/mail-allowance.ts'
import { queueMail } from '#mail/queue-mail.ts'
import { routes } from '#routes.ts'
import { readToken, signToken } from '#signed-token.ts'
import { collectEverything } from './collect-everything.ts'
import { isEmpty } from './held-data.ts'
import { retention } from './retention.ts'

/** Mails a link to the address, if anything is held about it. Whoever asks is not told. */
export async function sendDataLink(
  db: Kysely<Schema>,
  address: { email: string; key: string },
  { publicUrl, secret }: { publicUrl: string; secret: string },
  now: Date,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const held = await collectEverything(trx, address.key)
    if (isEmpty(held)) return
    const most = retention.dataLinksPerDay
    if (!(await takeMailAllowance(trx, 'my-data-link', address.key, most, now))) return
    const id = crypto.randomUUID()
    await trx
      .insertInto('data_links')
      .values({ id, email_key: address.key, asked_at: now.toISOString() })
      .execute()
    const expiresAt = new Date(now.getTime() + retention.dataLinkMinutes * 60_000)
    const token = signToken(secret, { purpose: 'my-data', subjectId: id, expiresAt })
    const letter = dataLinkLetter({
      dataUrl: `${publicUrl}${routes.myData}/${token}`,
      validMinutes: retention.dataLinkMinutes,
    })
    // The spelling that we hold: where a mail server minds case, another one is another person.
    const to = held.signup?.email ?? held.messages[0]?.email ?? address.email
    await queueMail(trx, { kind: 'my-data-link', to, ...letter }, now)
  })
}

/** @returns the address that the link is about */
export async function readDataLink(
  db: Kysely<Schema>,
  secret: string,
  token: string,
  now: Date,
): Promise<string | undefined> {
  const id = readToken(secret, 'my-data', token, now)
  if (id === undefined) return undefined
  const link = await db
    .selectFrom('data_links')
    .select('email_key')
    .where('id', '=', id)
    .executeTakeFirst()
  return link?.email_key
}
