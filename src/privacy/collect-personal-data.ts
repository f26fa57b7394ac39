import type { Kysely } from 'kysely'
import type { Schema } from '#database/schema.ts'
import { inboxOf } from '#email-address.ts'
import type { PersonalData } from './personal-data.ts'

export async function collectPersonalData(
  db: Kysely<Schema>,
  emailKey: string,
): Promise<PersonalData> {
  const signup = await db
    .selectFrom('subscribers')
    .selectAll()
    .where('email_key', '=', emailKey)
    .executeTakeFirst()
  const objection = await db
    .selectFrom('objections')
    .select('objected_at')
    .where('email_key', '=', emailKey)
    .executeTakeFirst()
  return {
    email: emailKey,
    signup: signup
      ? {
          email: signup.email,
          status: signup.status,
          askedAt: signup.asked_at,
          confirmedAt: signup.confirmed_at,
          unsubscribedAt: signup.unsubscribed_at,
        }
      : null,
    consents: signup ? await consentsOf(db, signup.id) : [],
    messages: await messagesOf(db, emailKey),
    mails: await mailsOf(db, emailKey, signup?.id),
    quarantine: await quarantineOf(db, emailKey),
    mailCounts: await mailCountsOf(db, emailKey),
    linksAskedForAt: await linksOf(db, emailKey),
    objectedAt: objection?.objected_at ?? null,
    refusedByMailServer: await refusalOf(db, emailKey),
  }
}

async function consentsOf(db: Kysely<Schema>, subscriberId: string) {
  return await db
    .selectFrom('consents')
    .innerJoin('consent_texts as line', 'line.hash', 'consents.line_hash')
    .innerJoin('consent_texts as privacy', 'privacy.hash', 'consents.privacy_hash')
    .select([
      'consents.asked_at as askedAt',
      'consents.confirmed_at as confirmedAt',
      'consents.withdrawn_at as withdrawnAt',
      'line.text as consentLine',
      'privacy.text as privacyText',
    ])
    .where('subscriber_id', '=', subscriberId)
    .orderBy('consents.asked_at')
    .execute()
}

async function messagesOf(db: Kysely<Schema>, emailKey: string) {
  return await db
    .selectFrom('messages')
    .select(['name', 'email', 'message', 'received_at as receivedAt'])
    .where('email_key', '=', emailKey)
    .orderBy('received_at')
    .execute()
}

/** Mails about this person's askings, messages and links, and the letters to them. */
async function mailsOf(db: Kysely<Schema>, emailKey: string, subscriberId: string | undefined) {
  const rows = await db
    .selectFrom('outbox')
    .select(['kind', 'letter', 'status', 'created_at as createdAt', 'due_at'])
    .where((row) =>
      row.or([
        row(
          'about_id',
          'in',
          row.selectFrom('messages').select('id').where('email_key', '=', emailKey),
        ),
        row(
          'about_id',
          'in',
          row.selectFrom('data_links').select('id').where('email_key', '=', emailKey),
        ),
        row(
          'about_id',
          'in',
          row
            .selectFrom('consents')
            .select('id')
            .where('subscriber_id', '=', subscriberId ?? ''),
        ),
        row('about_id', '=', subscriberId ?? ''),
      ]),
    )
    .orderBy('created_at')
    .execute()
  return rows.map(({ due_at, ...mail }) => ({
    ...mail,
    sentAt: mail.status === 'sent' ? due_at : null,
  }))
}

async function quarantineOf(db: Kysely<Schema>, emailKey: string) {
  return await db
    .selectFrom('quarantine')
    .select(['kind', 'name', 'email', 'message', 'received_at as receivedAt'])
    .where('email_key', '=', emailKey)
    .orderBy('received_at')
    .execute()
}

async function mailCountsOf(db: Kysely<Schema>, emailKey: string) {
  return await db
    .selectFrom('mail_allowances')
    .select(['kind', 'taken_at as countedAt'])
    .where('email_key', '=', inboxOf(emailKey))
    .orderBy('taken_at')
    .execute()
}

async function linksOf(db: Kysely<Schema>, emailKey: string) {
  const links = await db
    .selectFrom('data_links')
    .select('asked_at')
    .where('email_key', '=', emailKey)
    .orderBy('asked_at')
    .execute()
  return links.map((link) => link.asked_at)
}

async function refusalOf(db: Kysely<Schema>, emailKey: string) {
  const refusal = await db
    .selectFrom('suppressions')
    .select(['reason', 'created_at as since'])
    .where('email_key', '=', emailKey)
    .executeTakeFirst()
  return refusal ?? null
}
