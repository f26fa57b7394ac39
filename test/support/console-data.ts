import { hash } from 'node:crypto'
import type { Insertable } from 'kysely'
import type { Db, OutboxTable, Schema, SuppressionCause } from '#database/schema.ts'

const dayMs = 86_400_000
const people = [
  ['Giulia Ferraro', 'giulia.ferraro@example.com'],
  ['Ada Lovelace', 'ada@example.org'],
  ['Tommaso Conti', 'tommaso.conti@example.it'],
  ['Noor van Dijk', 'noor@example.nl'],
  ['Åsa Lindqvist', 'asa.lindqvist@example.se'],
  ['Marco De Luca', 'marco@example.it'],
] as const
const words = [
  'We fill in eleven ESG questionnaires a year for our customers. Can your tool import the answers of last year?',
  'Is there a trial for a company of 40 people?\n\nWe report under VSME and would like to start in the spring.',
  'Do you support the questionnaires of EcoVadis and CDP?',
  'I would like to talk about a partnership with our consultancy. Are you at the fair in Milan?',
  'Where is the data stored, and who can read it?',
  'Great idea. Tell me when it is ready!',
]

/** Texts that a page must show as they are, and that must neither run nor reverse anything. */
export const hostile = {
  markup: `<img src=x onerror="document.title='pwned'"></title><script>document.title='pwned'</script>`,
  bidi: '\u202Egnp.exe\u2066 \u200Fright\u2069',
  long: 'Supercalifragilistic'.repeat(250),
}

/** A believable site, or with `isHostile` one whose every field an attacker wrote. */
export async function fillConsole(db: Db, now: Date, isHostile = false) {
  const at = (ago: number) => new Date(now.getTime() - ago).toISOString()
  const bad = `${hostile.markup}${hostile.bidi}`
  const text = (given: string) => (isHostile ? bad : given)
  const agreed = text('I agree to get news by email.')
  const agreedHash = hash('sha256', agreed)
  await insertAll(db, 'consent_texts', [
    { hash: agreedHash, text: agreed, first_seen_at: at(90 * dayMs) },
  ])
  await insertAll(db, 'subscribers', subscribers(at))
  await insertAll(
    db,
    'consents',
    subscribers(at).map(({ id, asked_at, confirmed_at }) => ({
      id: `c${id}`,
      subscriber_id: id,
      asked_at,
      confirmed_at,
      withdrawn_at: null,
      line_hash: agreedHash,
      privacy_hash: agreedHash,
      confirm_hash: null,
    })),
  )
  await insertAll(
    db,
    'messages',
    people.map(([name, email], index) => ({
      id: uuid(index),
      name: isHostile ? [bad, hostile.long.slice(0, 200)][index % 2]! : name,
      email,
      email_key: email,
      message: isHostile ? [bad, hostile.long.slice(0, 5000)][index % 2]! : words[index]!,
      received_at: at(index * 7_000_000 + 900_000),
      answered_at: index > 3 ? at(index * 1000) : null,
      language: email.endsWith('.it') ? ('it' as const) : ('en' as const),
    })),
  )
  await insertAll(db, 'quarantine', [
    {
      id: uuid(99),
      kind: 'message' as const,
      name: text('Best SEO'),
      email: 'seo@example.com',
      email_key: 'seo@example.com',
      message: text('Buy links'),
      received_at: at(dayMs),
    },
  ])
  await insertAll(db, 'outbox', mails(at, isHostile ? bad : undefined))
  await insertAll(db, 'letters', [
    {
      name: 'spring',
      texts: JSON.stringify({
        en: {
          subject: text('What we built this spring'),
          html: '<p>Hello</p>',
          text: text('Hello'),
        },
      }),
      sender: 'us@example.com',
      public_url: 'https://www.example.com',
      state: 'started' as const,
      at_launch: 0,
      audience: 40,
      archived_counts: '{"sent":31,"skipped":2}',
      started_at: at(3_600_000),
      queued_at: at(3_600_000),
      due_at: at(3_600_000),
    },
  ])
  await insertAll(db, 'letter_drafts', [
    {
      name: 'winter',
      version: 3,
      texts: JSON.stringify({
        en: {
          subject: 'What the winter is for',
          preview: 'Two minutes to read. And one question about your March.',
          body: 'Hello,\n\nwe have **news**.\n\n[Read it](https://spunta.eu/winter)',
        },
      }),
      is_public: 1,
      samples: null,
      used_texts: null,
      used_at: null,
      created_at: at(7_200_000),
      saved_at: at(3_600_000),
    },
  ])
  await insertAll(
    db,
    'suppressions',
    (['bounce', 'owner', 'person', 'not-me'] as const satisfies SuppressionCause[]).map(
      (cause, index) => ({
        email_key: `gone${index}@example.com`,
        cause,
        created_at: at(index * dayMs),
        reason: text('550 5.1.1 no such user'),
      }),
    ),
  )
  await insertAll(db, 'visits', days(at).flatMap(visitsOf))
  await insertAll(db, 'funnel', days(at).flatMap(stepsOf))
  const made_at = at(5 * 3_600_000)
  const counted = { subscribers: 1204, messages: 31, total: 9127, proven_at: made_at }
  await insertAll(db, 'backups', [{ made_at, file: text('/var/backups/1.db') }])
  await insertAll(db, 'backup_proofs', [{ made_at, ...counted }])
}

/** As the site makes them, so that `messages show` takes a part of one. */
function uuid(index: number): string {
  return `019d2c3e-7a41-7c3e-8f2a-0000000000${String(index).padStart(2, '0')}`
}

function subscribers(at: (ago: number) => string) {
  return Array.from({ length: 60 }, (_, index) => {
    const [, known] = people[index] ?? []
    const email = known ?? `person${index}@example.com`
    const status = (['confirmed', 'confirmed', 'pending', 'unsubscribed'] as const)[index % 4]!
    const asked = at((index ** 1.25 + Math.sin(index) * 2) * 15_000_000 + 31_000_000)
    return {
      id: `s${index}`,
      email,
      email_key: email,
      status,
      language: index % 3 === 0 ? ('it' as const) : ('en' as const),
      asked_at: asked,
      confirmed_at: status === 'pending' ? null : asked,
      unsubscribed_at: status === 'unsubscribed' ? at(index * 1_000_000) : null,
    }
  })
}

function mails(at: (ago: number) => string, error?: string): OutboxTable[] {
  const row = (id: string, more: Partial<OutboxTable>): OutboxTable => ({
    id,
    kind: 'message-receipt',
    letter: null,
    about_id: uuid(0),
    status: 'queued',
    attempts: 0,
    due_at: at(60_000),
    tried_at: null,
    claimed_by: null,
    last_error: null,
    created_at: at(120_000),
    ...more,
  })
  const failed = { status: 'failed', attempts: 4 } as const
  const letter = { kind: 'letter', letter: 'spring' } as const
  return [
    row('m1', { kind: 'confirm-signup', about_id: 'cs2' }),
    row('m2', { attempts: 2, due_at: at(-900_000), last_error: error ?? '451 4.7.1 Greylisted' }),
    row('m3', { ...failed, last_error: error ?? '550 5.1.1 no such user' }),
    row('m4', { ...failed, kind: 'message-notice', last_error: error ?? 'connect ECONNREFUSED' }),
    row('spring.s0', { ...letter, about_id: 's0', status: 'in_doubt', last_error: 'lost' }),
    row('spring.s1', { ...letter, about_id: 's1', ...failed, last_error: error ?? '552 5.2.2' }),
    ...Array.from({ length: 5 }, (_, index) =>
      row(`spring.s${index + 4}`, { ...letter, about_id: `s${index + 4}` }),
    ),
  ]
}

function days(at: (ago: number) => string) {
  return Array.from({ length: 30 }, (_, index) => ({ index, day: at(index * dayMs).slice(0, 10) }))
}

function visitsOf({ day, index }: { day: string; index: number }) {
  const visits = 24 + ((index * 37) % 61)
  return [
    { day, source: 'direct', visits, signups: 1 },
    { day, source: 'linkedin.com', visits: Math.floor(visits / 3), signups: 2 },
    { day, source: 'launch-list', visits: (index * 7) % 11, signups: 0 },
  ]
}

function stepsOf({ day, index }: { day: string; index: number }) {
  const asked = 2 + ((index * 5) % 9)
  const counts = { asked, accepted: asked, opened: asked - 1, confirmed: Math.floor(asked * 0.7) }
  return Object.entries(counts).flatMap(([step, count]) => [
    { day, domain: 'gmail.com', step: step as 'asked', count },
    { day, domain: 'other', step: step as 'asked', count: Math.ceil(count / 2) },
  ])
}

async function insertAll<Table extends keyof Schema>(
  db: Db,
  table: Table,
  rows: Insertable<Schema[Table]>[],
) {
  await db.insertInto(table).values(rows).execute()
}
