import { inboxKeys } from '#email-address.ts'
import type { MailKind, Trx } from '#database/schema.ts'

const dayMs = 24 * 3_600_000

/**
 * Anybody can type anybody's address into a form. This takes one of the few mails of a kind that an
 * inbox may get within 24 hours, by its own address or by all with a tag (see inboxKeys), in the transaction
 * that queues it.
 * @param emailKeys each once
 * @returns those who had one left
 */
export async function takeMailAllowances(
  trx: Trx,
  kind: MailKind,
  emailKeys: string[],
  mostPerDay: number,
  now: Date,
): Promise<Set<string>> {
  const dayAgo = new Date(now.getTime() - dayMs).toISOString()
  const dayAhead = new Date(now.getTime() + dayMs).toISOString()
  const takenAt = now.toISOString()
  const taken = new Set<string>()
  const waiting = Map.groupBy(emailKeys, (key) => inboxKeys(key).own)
  // Each place is won by one writer alone, so requests that come at once cannot overdraw.
  for (let place = 0; place < mostPerDay; place += 1) {
    const left = [...waiting.keys()].filter((inbox) => waiting.get(inbox)!.length > 0).toSorted()
    if (left.length === 0) break
    const won = await trx
      .insertInto('mail_allowances')
      .values(left.map((inbox) => ({ kind, email_key: inbox, place, taken_at: takenAt })))
      .onConflict((conflict) =>
        conflict
          .columns(['kind', 'email_key', 'place'])
          .doUpdateSet({ taken_at: takenAt })
          .where((row) =>
            row.or([
              row('mail_allowances.taken_at', '<=', dayAgo),
              // After the clock was set back, a place from the future must not stay taken for good.
              row('mail_allowances.taken_at', '>', dayAhead),
            ]),
          ),
      )
      .returning('email_key')
      .execute()
    for (const { email_key: inbox } of won) taken.add(waiting.get(inbox)!.shift()!)
  }
  return taken
}
