import { lastBackup } from '#database/backup-record.ts'
import { countRows } from '#database/read-pages.ts'
import type { Trx } from '#database/schema.ts'
import { freeGigabytes } from '#free-disk.ts'
import { parseMailbox } from '#mailbox.ts'
import type { FindDrafts } from '#mail/mail-kinds.ts'
import { reasonForPause } from '#mail/mail-pause.ts'
import { readOutboxState } from '#mail/outbox-state.ts'
import { listMessages } from '#messages/list-messages.ts'
import { countSignups } from '#newsletter/count-signups.ts'
import { digestEmail, type Digest } from './digest-email.tsx'
import { readVisits } from './visit-counts.ts'

const mostSources = 5

/** To the owner, with the figures of the moment when it is sent. */
export function digestMail(contactTo: string, dataDir: string, publicUrl: string): FindDrafts {
  const emailKey = parseMailbox(contactTo)!.address.toLowerCase()
  return async (trx, ids) => {
    const digests = await trx.selectFrom('digests').selectAll().where('id', 'in', ids).execute()
    const drafts = []
    for (const { id, since } of digests) {
      const digest = await collect(trx, id, since, dataDir)
      const write = () => digestEmail(digest, publicUrl)
      drafts.push({ aboutId: id, to: contactTo, emailKey, write })
    }
    return drafts
  }
}

async function collect(trx: Trx, id: string, since: string, dataDir: string): Promise<Digest> {
  const [period, end] = id.split(' ') as [Digest['period'], string]
  // Of whole days, as visits and signups are counted.
  const begin = since.slice(0, 10)
  const { signupsByDay, subscribers } = await countSignups(trx, new Date(end))
  const days = signupsByDay.filter(({ day }) => day >= begin && day < end)
  const { visits, sources } = await readVisits(trx, days)
  const signups = days.reduce((sum, { signups: count }) => sum + count, 0)
  const messages = listMessages(trx, { status: 'received', since: begin, until: end })
  const open = listMessages(trx, { status: 'received', open: true })
  const { waiting, failed } = await readOutboxState(trx)
  const heldBack = await reasonForPause(trx)
  const backup = await lastBackup(trx)
  return {
    period,
    headline: `${visits} visits, ${signups} signups`,
    lines: [
      line('From, to', `${begin}, ${days.at(-1)!.day}`),
      line('Visits', visits),
      ...sources
        .slice(0, mostSources)
        .map((one) => line('', `${one.source}: ${one.visits} visits, ${one.signups} signups`)),
      line('Signups', signups),
      line('Confirmed', `${subscribers.confirmed} in all`),
      line('Messages', `${await countRows(messages)} new, ${await countRows(open)} open in all`),
      // This one does not count.
      line('Mail', `${waiting - 1} waiting, ${failed} failed`),
      ...(heldBack === undefined ? [] : [line('', `held back: ${heldBack}`)]),
      line('Last backup', backup?.made_at.slice(0, 10) ?? 'none was made yet'),
      line('Disk', `${freeGigabytes(dataDir).toFixed(1)} GB free`),
    ],
    signupsByDay: signupsByDay.map(({ day, signups: count }) => ({ day, count })),
  }
}

function line(title: string, figure: string | number): string {
  return `${title.padEnd(14)} ${figure}`
}
