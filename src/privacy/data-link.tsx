import { randomUUIDv7 } from 'node:crypto'
import { sql } from 'kysely'
import { site } from '#content/content.ts'
import { siteLanguage } from '#content/site-language.ts'
import type { Db, Trx } from '#database/schema.ts'
import type { EmailAddress } from '#email-address.ts'
import type { Language, Words } from '#language.ts'
import { periods } from '#personal-data.ts'
import { takeFromMailboxLimit } from '#mail/mailbox-limit.ts'
import { button, renderMail, type MailContent } from '#mail/layout/render-mail.tsx'
import type { FindDrafts, MailDeclaration, MailOptions } from '#mail/mail-declaration.ts'
import { queueMails } from '#mail/outbox.ts'
import { localPath, routes } from '#routes.ts'
import { readToken, signToken } from '#signed-token.ts'
import type { Keys } from '#secret.ts'
import { isAnythingHeld } from './collect-personal-data.ts'

export const dataLinkKind = {
  name: 'my-data-link',
  queue: 'awaited',
  to: 'visitor',
  // Somebody who wants no more email can still ask for their data.
  ignores: ['person', 'not-me'],
  isUnconfirmed: true,
  about: { table: 'data_links', title: { en: 'Link to this page', it: 'Link a questa pagina' } },
  title: 'Link to somebody’s data',
  sample: (publicUrl, language) => {
    const path = localPath(language, routes.myData)
    return dataLinkMail(language, `${publicUrl}${path}/AQEBmMlJ0gAbSample`, publicUrl)
  },
  findDrafts: dataLinkDrafts,
} satisfies MailDeclaration

/** Queues a link to the data page, if anything is held about the address. */
export async function sendDataLink(trx: Trx, address: EmailAddress, language: Language, now: Date) {
  if (!(await isAnythingHeld(trx, address.key))) return
  if (!(await takeFromMailboxLimit(trx, dataLinkKind, address.key, now))) return
  const id = randomUUIDv7()
  await trx
    .insertInto('data_links')
    .values({ id, email_key: address.key, language, asked_at: now.toISOString() })
    .execute()
  await queueMails(trx, [{ kind: 'my-data-link', aboutId: id }], now)
}

/** @returns whether the token is valid, and the address, unless it was erased meanwhile */
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

/** The spelling that the person used: some mail servers tell upper from lower case. */
const knownSpelling = sql<string>`coalesce(subscribers.email, (select email from messages
  where email_key = data_links.email_key order by received_at limit 1), data_links.email_key)`

/** The link's time starts when it is sent, not when it was asked for. */
function dataLinkDrafts({ publicUrl, secret }: MailOptions): FindDrafts {
  return async (db, linkIds) => {
    const links = await db
      .selectFrom('data_links')
      .leftJoin('subscribers', 'subscribers.email_key', 'data_links.email_key')
      .select(['data_links.id', 'data_links.email_key', 'data_links.language'])
      .select(knownSpelling.as('email'))
      .where('data_links.id', 'in', linkIds)
      .execute()
    return links.map(({ id, email, email_key, language: stored }) => {
      const language = siteLanguage(stored)
      const render = (now: Date) => {
        const expiresAt = new Date(now.getTime() + periods.dataLinkMinutes * 60_000)
        const token = signToken(secret, { purpose: 'my-data', subjectId: id, expiresAt })
        const path = localPath(language, routes.myData)
        return dataLinkMail(language, `${publicUrl}${path}/${token}`, publicUrl)
      }
      return { aboutId: id, to: email, emailKey: email_key, render }
    })
  }
}

const words = {
  en: {
    subject: `Your link to the data ${site.brand} holds about you`,
    title: 'Your data',
    asked: `Someone, probably you, asked to see the data ${site.brand} holds about this address. Open the page to see, download or erase it.`,
    see: 'See my data',
    valid: `The link works for ${periods.dataLinkMinutes} minutes. Don’t forward it: anyone with the link can see and erase your data.`,
    notYou: 'Not you? Ignore this email. Nobody else has received this link.',
  },
  it: {
    subject: `I tuoi dati conservati da ${site.brand}: ecco il link`,
    title: 'I tuoi dati',
    asked: `Qualcuno, probabilmente tu, ha chiesto di vedere i dati che ${site.brand} conserva in relazione a questo indirizzo. Apri la pagina per vederli, scaricarli o cancellarli.`,
    see: 'Mostra i miei dati',
    valid: `Il link è valido per ${periods.dataLinkMinutes} minuti. Non inoltrarlo: chiunque lo abbia può vedere e cancellare i tuoi dati.`,
    notYou: 'La richiesta non è tua? Ignora questa email: nessun altro ha ricevuto il link.',
  },
} satisfies Words

function dataLinkMail(language: Language, dataUrl: string, publicUrl: string): MailContent {
  const { subject, title, asked, see, valid, notYou } = words[language]
  const parts = [asked, button(language, see, dataUrl), valid, notYou]
  return renderMail({ language, subject, title, parts, publicUrl })
}
