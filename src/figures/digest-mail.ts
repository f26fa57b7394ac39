import { lastBackup } from '#database/backup-record.ts'
import { countRows } from '#database/read-pages.ts'
import type { Schema, Trx } from '#database/schema.ts'
import { freeGigabytes } from '#free-disk.ts'
import { parseMailbox } from '#mailbox.ts'
import type { FindDrafts } from '#mail/mail-kinds.ts'
import { reasonForPause } from '#mail/mail-pause.ts'
import { readOutboxState } from '#mail/outbox-state.ts'
import { listMessages } from '#messages/list-messages.ts'
import { countSignups } from '#newsletter/count-signups.ts'
import { digestEmail, type DigestProps } from './digest-email.tsx'
import { readVisits } from './read-visits.ts'

/** To the owner, with the figures of the moment when it is sent. */
export function digestMail(contactTo: string, dataDir: string, publicUrl: string): FindDrafts {
  const emailKey = parseMailbox(contactTo)!.address.toLowerCase()
  return async (trx, ids) => {
    const digests = await trx.selectFrom('digests').selectAll().where('id', 'in', ids).execute()
    const drafts = []
    for (const digest of digests) {
      const props = await collect(trx, digest, dataDir)
      const write = () => digestEmail(props, publicUrl)
      drafts.push({ aboutId: digest.id, to: contactTo, emailKey, write })
    }
    return drafts
  }
}

async function collect(trx: Trx, { id, since }: Schema['digests'], dataDir: string) {
  const [period, end] = id.split(' ') as [DigestProps['period'], string]
  // Of whole days, as visits and signups are counted.
  const begin = since.slice(0, 10)
  const { signupsByDay, subscribers } = await countSignups(trx, new Date(end))
  const days = signupsByDay.filter(({ day }) => day >= begin && day < end)
  const { visits, sources } = await readVisits(trx, days)
  const outbox = await readOutboxState(trx)
  return {
    period,
    since: begin,
    until: days.at(-1)!.day,
    visits,
    sources,
    signups: days.reduce((sum, { signups }) => sum + signups, 0),
    confirmed: subscribers.confirmed,
    messages: await countRows(listMessages(trx, { status: 'received', since: begin, until: end })),
    // Not this one.
    mailWaiting: outbox.waiting - 1,
    mailFailed: outbox.failed,
    mailHeldBack: await reasonForPause(trx),
    lastBackup: (await lastBackup(trx))?.made_at.slice(0, 10),
    freeGigabytes: freeGigabytes(dataDir),
    signupsByDay: signupsByDay.map(({ day, signups: count }) => ({ day, count })),
  }
}
