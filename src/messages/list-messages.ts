import type { Db, Instant } from '#database/schema.ts'

interface MessageFilter {
  /** 'quarantined': what came with a filled trap field, signups included. */
  status: 'received' | 'quarantined'
  since?: Instant
  until?: Instant
}

/** Newest first. A signup in quarantine has neither name nor message. */
export function listMessages(db: Db, { status, since, until }: MessageFilter) {
  let query = db
    .selectFrom(status === 'received' ? 'messages' : 'quarantine')
    .select((row) => [
      'id',
      row.fn.coalesce('name', row.val('')).as('name'),
      'email',
      row.fn.coalesce('message', row.val('')).as('message'),
      'received_at as receivedAt',
      row.val(status).as('status'),
    ])
    .orderBy('received_at', 'desc')
    .orderBy('id', 'desc')
  if (since) query = query.where('received_at', '>=', since)
  if (until) query = query.where('received_at', '<', until)
  return query
}

/** Messages whose id starts so, a few at most: more than one is one too many. */
export async function findMessages(db: Db, idStart: string) {
  if (!/^[0-9a-f-]{1,36}$/i.test(idStart)) return []
  const start = `${idStart.toLowerCase()}%`
  const find = (status: MessageFilter['status']) =>
    listMessages(db, { status }).where('id', 'like', start).limit(2).execute()
  return [...(await find('received')), ...(await find('quarantined'))]
}
