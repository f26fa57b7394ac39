import { describe, expect, test } from 'vitest'
import { dialects, openTestDatabase } from '../../test/support/databases.ts'
import { probeWrite } from '#intake/submissions.ts'
import { pauseMail } from '#mail/mail-pause.ts'
import { storeCounts } from './visit-counts.ts'
import { digestDrafts } from './digest-mail.tsx'
import { queueDigest, type DigestPeriod } from './queue-digest.ts'

describe.each(dialects)('%s', (dialect) => {
  async function openDigests() {
    const { db } = await openTestDatabase(dialect)
    const look = (period: DigestPeriod, now: string) => queueDigest(db, period, new Date(now))
    const queued = async () => {
      const rows = await db.selectFrom('outbox').select('about_id').orderBy('about_id').execute()
      return rows.map(({ about_id }) => about_id)
    }
    return { db, look, queued }
  }

  test('a digest is queued once per period if several servers check', async () => {
    const { look, queued } = await openDigests()
    // The first check only starts the first period.
    await Promise.all(Array.from({ length: 4 }, () => look('weekly', '2026-02-25T12:00:00Z')))
    await look('weekly', '2026-03-02T05:59:59Z')
    expect(await queued()).toEqual([])
    await Promise.all(Array.from({ length: 4 }, () => look('weekly', '2026-03-02T06:00:00Z')))
    await look('weekly', '2026-03-05T00:00:00Z')
    expect(await queued()).toEqual(['weekly 2026-03-02'])
    // Three weeks without any server make one digest.
    await look('weekly', '2026-03-29T23:00:00Z')
    expect(await queued()).toEqual(['weekly 2026-03-02', 'weekly 2026-03-23'])
  })

  test('a daily digest is queued every morning', async () => {
    const { look, queued } = await openDigests()
    for (const day of ['01', '02', '03']) await look('daily', `2026-03-${day}T07:00:00Z`)
    expect(await queued()).toEqual(['daily 2026-03-02', 'daily 2026-03-03'])
  })

  test('a digest has the figures of its period, open messages, pauses, backup and disk', async () => {
    const { db, look } = await openDigests()
    await look('weekly', '2026-02-25T12:00:00Z')
    await look('weekly', '2026-03-02T06:00:00Z')
    const counted = { source: 'meetup', visits: 7, signups: 2 }
    const days = ['2026-02-22', '2026-02-23', '2026-03-01', '2026-03-02']
    // Behind a CDN, only the forms are counted.
    const unseen = ['a', 'b', 'c', 'd', 'e'].map((source, signups) => {
      return { day: '2026-03-01', source, visits: 0, signups: signups + 1 }
    })
    await storeCounts(db, [...days.map((day) => ({ day, ...counted })), ...unseen])
    const message = { name: 'Ada', email: 'a@example.com', email_key: 'a@example.com' }
    await db
      .insertInto('messages')
      // A period ends at midnight, not at the hour of the digest: the second message belongs to the next.
      .values(
        ['2026-02-23T03:00:00.000Z', '2026-03-02T03:00:00.000Z'].map((received_at) => {
          return { ...message, id: received_at, message: 'Hello', received_at }
        }),
      )
      .execute()
    const outlook = { day: '2026-03-01', domain: 'outlook.com' }
    const other = { ...outlook, domain: 'other' }
    await db
      .insertInto('funnel')
      .values([
        { ...outlook, step: 'asked', count: 40 },
        { ...outlook, step: 'confirmed', count: 9 },
        { ...other, step: 'asked', count: 20 },
        { ...other, step: 'confirmed', count: 14 },
      ])
      .execute()
    await pauseMail(db, 'a backup was restored', new Date())
    await probeWrite(db, new Date())
    await db.updateTable('submissions').set({ last_error: 'UnreadablePayload' }).execute()
    const id = 'weekly 2026-03-02'
    const owner = 'The Owner <owner@company.example>'
    const find = digestDrafts({ contactTo: owner, adminCommand: 'site-admin' }, () => 0.94)
    const drafts = await db
      .transaction()
      .execute((trx) => find(trx, [id, 'weekly 1999-01-04'], { letter: null, isClaim: true }))
    expect(drafts.map(({ aboutId }) => aboutId)).toEqual([id])
    const [draft] = drafts as [(typeof drafts)[number]]
    const { subject, text, html } = await draft.render(new Date(), db)
    expect(draft.to).toBe('The Owner <owner@company.example>')
    expect(subject).toBe('Your site last week: 14 visits, 0 signups')
    expect(text).toMatch(/^23 February to 1 March 2026$/m)
    expect(text).toContain(`
Source  Visits  Signups
meetup      14        4
e            0        5
d            0        4
c            0        3
b            0        2
`)
    expect(text).toContain(
      'Last 30 days, outlook.com: 9 of 40 signups confirmed (elsewhere 70%). Check DKIM.',
    )
    expect(text).toMatch(/^Signups confirmed +23$/m)
    expect(text).toMatch(
      /^New messages +1\nOpen messages +2\nEmails waiting +0\nEmails failed +0$/m,
    )
    expect(text).toContain('Mail is paused: a backup was restored')
    expect(text).toContain('1 submission could not be processed')
    expect(text).toMatch(/^Last proven backup +never$/m)
    expect(text).toMatch(/^Free disk space +0\.9 GB$/m)
    expect(text).toContain('Free some disk space: ')
    expect(text).toContain('check the server: site-admin doctor')
    // The day of the digest is not over.
    expect(html).toContain('No signups from 31 January to 1 March 2026')
  })
})
