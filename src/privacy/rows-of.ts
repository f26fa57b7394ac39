import { sql, type RawBuilder } from 'kysely'
import { inboxKeys } from '#email-address.ts'
import type { Processing } from '#processing.ts'

/** The condition that finds a person's rows in a table; without an address, those of everybody who is restricted. */
export function rowsOf(person: Processing['person'], emailKey?: string): RawBuilder<unknown> {
  const whose =
    emailKey === undefined ? sql`in (select email_key from restrictions)` : sql`= ${emailKey}`
  const idsIn = (table: string) => sql`select id from ${sql.table(table)} where email_key ${whose}`
  const consents = sql`from consents where subscriber_id in (${idsIn('subscribers')})`
  switch (person) {
    case 'email_key':
      return sql`email_key ${whose}`
    case 'inbox':
      // It is another spelling, which no database makes: whoever asks for everybody has to.
      return emailKey === undefined
        ? sql`false`
        : sql`email_key in (${sql.join(inboxKeys(emailKey).all)})`
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
