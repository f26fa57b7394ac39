import { sql, type RawBuilder } from 'kysely'
import { canonicalAddress } from '#email-address.ts'
import type { Processing } from '#processing.ts'

/** The condition that finds these people's rows in a table. */
export function rowsOf(person: Processing['person'], emailKeys: string[]): RawBuilder<unknown> {
  if (emailKeys.length === 0) return sql`false`
  const whose = sql`in (${sql.join(emailKeys)})`
  const idsIn = (table: string) => sql`select id from ${sql.table(table)} where email_key ${whose}`
  const consents = sql`from consents where subscriber_id in (${idsIn('subscribers')})`
  switch (person) {
    case 'email_key':
      return sql`email_key ${whose}`
    case 'inbox':
      return sql`email_key in (${sql.join(emailKeys.map(canonicalAddress))})`
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
