import type { Database } from '#database/connect.ts'
import { padToPowerOfTwo } from '#database/pad-to-power-of-two.ts'
import type { OutboxTable, Trx } from '#database/schema.ts'
import { suppressionsOf } from './suppressions.ts'
import { scopeOf, suppressedBy, type Draft, type MailWriters } from './mail-kinds.ts'

interface Judged {
  wanted: { mail: OutboxTable; draft: Draft }[]
  unwanted: { mail: OutboxTable; reason: string }[]
}

/** Which of these mails still have a purpose and a recipient who may get them. */
export async function findWanted(
  trx: Trx,
  dialect: Database['kind'],
  writers: MailWriters,
  mails: OutboxTable[],
): Promise<Judged> {
  const drafts = await findDrafts(trx, writers, mails, dialect)
  const keys = padToPowerOfTwo([...drafts.values()].map(({ emailKey }) => emailKey))
  const suppressed = await suppressionsOf(trx, keys)
  const judged: Judged = { wanted: [], unwanted: [] }
  for (const mail of mails) {
    const draft = drafts.get(mail.id)
    const suppression = suppressed
      .get(draft?.emailKey ?? '')
      ?.find(({ cause }) => suppressedBy[mail.kind].includes(cause))
    if (!draft) judged.unwanted.push({ mail, reason: 'wanted no longer' })
    else if (suppression) judged.unwanted.push({ mail, reason: suppression.reason })
    else judged.wanted.push({ mail, draft })
  }
  return judged
}

/** By the mail's id. */
export async function findDrafts(
  trx: Trx,
  writers: MailWriters,
  mails: OutboxTable[],
  dialect?: Database['kind'],
): Promise<Map<string, Draft>> {
  const drafts = new Map<string, Draft>()
  for (const alike of Map.groupBy(mails, scopeOf).values()) {
    const [{ kind, letter }] = alike as [OutboxTable]
    const aboutIds = padToPowerOfTwo(alike.map(({ about_id }) => about_id))
    const written = await writers[kind](trx, aboutIds, { letter, dialect })
    const found = new Map(written.map((draft) => [draft.aboutId, draft]))
    for (const { id, about_id } of alike) {
      const draft = found.get(about_id)
      if (draft) drafts.set(id, draft)
    }
  }
  return drafts
}
