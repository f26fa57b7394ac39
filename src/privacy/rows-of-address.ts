import { sql, type RawBuilder } from 'kysely'
import { canonicalAddress } from '#email-address.ts'
import type { HeldTable } from '#personal-data.ts'

/** SQL condition: the rows of a table that belong to an address. */
export function rowsOfAddress(
  foundBy: HeldTable['foundBy'],
  emailKey: string,
): RawBuilder<unknown> {
  const idsIn = (table: string) =>
    sql`select id from ${sql.table(table)} where email_key = ${emailKey}`
  const consents = sql`from consents where subscriber_id in (${idsIn('subscribers')})`
  switch (foundBy) {
    case 'email_key':
      return sql`email_key = ${emailKey}`
    case 'mailbox':
      return sql`inbox = ${canonicalAddress(emailKey)}`
    case 'any_spelling':
      return sql`(email_key = ${emailKey} or inbox = ${canonicalAddress(emailKey)})`
    case 'subscriber':
      return sql`subscriber_id in (${idsIn('subscribers')})`
    case 'consent_hash':
      return sql`hash in (select line_hash ${consents} union select privacy_hash ${consents}
        union select confirm_hash ${consents})`
    case 'mail':
      return sql`about_id in (${idsIn('subscribers')} union all ${idsIn('messages')}
        union all ${idsIn('data_links')} union all select id ${consents})`
    case 'nothing':
      return sql`false`
  }
}
