import { sql, type RawBuilder } from 'kysely'
import { canonicalAddress } from '#email-address.ts'
import type { Processing } from '#processing.ts'

/** SQL condition: the rows of a table that belong to an address. */
export function rowsOf(person: Processing['person'], emailKey: string): RawBuilder<unknown> {
  const idsIn = (table: string) =>
    sql`select id from ${sql.table(table)} where email_key = ${emailKey}`
  const consents = sql`from consents where subscriber_id in (${idsIn('subscribers')})`
  switch (person) {
    case 'email_key':
      return sql`email_key = ${emailKey}`
    case 'inbox':
      return sql`inbox = ${canonicalAddress(emailKey)}`
    case 'subscriber':
      return sql`subscriber_id in (${idsIn('subscribers')})`
    case 'texts':
      return sql`hash in (select line_hash ${consents} union select privacy_hash ${consents}
        union select confirm_hash ${consents})`
    case 'mail':
      return sql`about_id in (${idsIn('subscribers')} union all ${idsIn('messages')}
        union all ${idsIn('data_links')} union all select id ${consents})`
    case 'hash':
      return sql`false`
  }
}
