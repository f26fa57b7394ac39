import { randomUUIDv7 } from 'node:crypto'
import { sql } from 'kysely'
import { site } from '#content/content.ts'
import type { Db, Trx } from '#database/schema.ts'
import type { EmailAddress } from '#email-address.ts'
import { lifetimes } from '#lifetimes.ts'
import { takeMailAllowances } from '#mail/mail-allowance.ts'
import { button, renderMail, type MailContent } from '#mail/layout/render-mail.tsx'
import type { FindDrafts } from '#mail/mail-kinds.ts'
import { queueMails } from '#mail/queue-mail.ts'
import type { LinkOptions } from '#newsletter/subscription-links.ts'
import { routes } from '#routes.ts'
import { readToken, signToken, type Keys } from '#signed-token.ts'
import { isAnythingHeld } from './collect-personal-data.ts'

/** Mails a link to the address, if anything is held about it. Whoever asks is not told. */
export async function sendDataLink(trx: Trx, address: EmailAddress, now: Date) {
  if (!(await isAnythingHeld(trx, address.key))) return
  const most = lifetimes.dataLinksPerDay
  const mayWrite = await takeMailAllowances(trx, 'my-data-link', [address.key], most, now)
  if (mayWrite.size === 0) return
  const id = randomUUIDv7()
  await trx
    .insertInto('data_links')
    .values({ id, email_key: address.key, asked_at: now.toISOString() })
    .execute()
  await queueMails(trx, [{ kind: 'my-data-link', aboutId: id }], now)
}

/** @returns the address that the link is about, while it is known, and whether the link is one of ours */
export async function readDataLink(db: Db, keys: Keys, token: string, now: Date) {
  const id = readToken(keys, 'my-data', token, now)
  if (id === undefined) return { isGood: false }
  const link = await db
    .selectFrom('data_links')
    .select('email_key')
    .where('id', '=', id)
    .executeTakeFirst()
  return { isGood: true, emailKey: link?.email_key }
}

/** Where a mail server minds case, another spelling is another person. */
const heldSpelling = sql<string>`coalesce(subscribers.email, (select email from messages
  where email_key = data_links.email_key order by received_at limit 1), data_links.email_key)`

/** The link begins to run out when it is sent, not when it was asked for. */
export function dataLinkMail({ publicUrl, secret }: LinkOptions): FindDrafts {
  return async (trx, linkIds) => {
    const links = await trx
      .selectFrom('data_links')
      .leftJoin('subscribers', 'subscribers.email_key', 'data_links.email_key')
      .select(['data_links.id', 'data_links.email_key', heldSpelling.as('email')])
      .where('data_links.id', 'in', linkIds)
      .execute()
    return links.map(({ id, email, email_key }) => {
      const write = (now: Date) => {
        const expiresAt = new Date(now.getTime() + lifetimes.dataLinkMinutes * 60_000)
        const token = signToken(secret, { purpose: 'my-data', subjectId: id, expiresAt })
        return dataLinkEmail(`${publicUrl}${routes.myData}/${token}`, publicUrl)
      }
      return { aboutId: id, to: email, emailKey: email_key, write }
    })
  }
}

export function dataLinkEmail(dataUrl: string, publicUrl: string): MailContent {
  const asked = `Somebody, probably you, asked to see what ${site.brand} holds about this address. This link opens that page, where you can also download, correct and erase it.`
  const valid = `The link works for ${lifetimes.dataLinkMinutes} minutes. Keep it to yourself: whoever has it can do the same.`
  const notYou = 'If it was not you, you need not do anything. Nobody else has received this link.'
  return renderMail({
    subject: `The link to your data at ${site.brand}`,
    title: 'Your data',
    parts: [asked, button('See my data', dataUrl), valid, notYou],
    publicUrl,
  })
}
