import { describe, expect, test } from 'vitest'
import { takeOverMail } from '#mail/claim-mail.ts'
import { recordOutcomes } from '#mail/record-outcomes.ts'
import type { SendOutcome } from '#mail/smtp-replies.ts'
import { dialects } from '../../test/support/databases.ts'
import { claimDue, mailKinds } from '../../test/support/open-outbox.ts'
import { openTestApp, type TestApp } from '../../test/support/test-app.ts'
import { funnelWarnings, readFunnel, type DomainFunnel } from './funnel.ts'

const ada = 'ada@example.com'
const none = { asked: 0, accepted: 0, refused: 0, opened: 0, confirmed: 0 }

const funnelOf = ({ db, settings }: TestApp) =>
  readFunnel(db, [{ day: settings.clock().toISOString().slice(0, 10) }])

async function recordDue({ database, db, settings: { clock } }: TestApp, outcome: SendOutcome) {
  const final = (await claimDue(database, clock)).map((mail) => ({ ...mail, outcome }))
  expect(final).toHaveLength(1)
  await recordOutcomes(db, { claimedBy: 'one', kinds: mailKinds }, final, clock())
}

describe.each(dialects)('the funnel on %s', (dialect) => {
  test('counts each step of a signup once, and opening the page leaves the signup pending', async () => {
    const app = await openTestApp(dialect)
    await app.submit({ email: ada })
    await recordDue(app, { kind: 'temporary', reason: '451 later' })
    app.passDays(1 / 24)
    await recordDue(app, { kind: 'sent' })
    const link = await app.linkTo(ada, 'confirm')
    await app.request(link, { method: 'HEAD' })
    const sent = { domain: 'other', ...none, asked: 1, accepted: 1, confirmationRate: 0 }
    expect(await funnelOf(app)).toEqual([sent])
    for (let opening = 0; opening < 3; opening++) await app.request(link)
    expect(await funnelOf(app)).toEqual([{ ...sent, opened: 1 }])
    expect(await app.statusOf(ada)).toBe('pending')

    for (let press = 0; press < 2; press++) await app.post(link)
    await app.submit({ email: 'unknown@example.com' })
    await recordDue(app, { kind: 'rejected-recipient', reason: '550 5.1.1 no such user' })
    const all = { asked: 2, accepted: 1, refused: 1, opened: 1, confirmed: 1 }
    expect(await funnelOf(app)).toEqual([{ domain: 'other', ...all, confirmationRate: 0.5 }])
  })

  test('counts no other mail than confirmations', async () => {
    const app = await openTestApp(dialect)
    await app.submit({ name: 'Ada', email: ada, message: 'Hello' })
    const claimed = await claimDue(app.database, app.settings.clock)
    const sent = claimed.map((mail) => ({ ...mail, outcome: { kind: 'sent' } as const }))
    expect(sent).toHaveLength(2)
    const now = app.settings.clock()
    await recordOutcomes(app.db, { claimedBy: 'one', kinds: mailKinds }, sent, now)
    expect(await funnelOf(app)).toEqual([])
  })

  test('counts a confirmation mail that two servers sent once, for the one that holds it', async () => {
    const app = await openTestApp(dialect)
    const { clock } = app.settings
    await app.submit({ email: ada })
    const [first] = await claimDue(app.database, clock)
    await app.db.transaction().execute((trx) => takeOverMail(trx, clock()))
    const [second] = await claimDue(app.database, clock, 'two')
    for (const [claimedBy, mail] of [
      ['two', second],
      ['one', first],
    ] as const) {
      const final = [{ ...mail!, outcome: { kind: 'sent' } as const }]
      await recordOutcomes(app.db, { claimedBy, kinds: mailKinds }, final, clock())
    }
    expect(await funnelOf(app)).toMatchObject([{ asked: 1, accepted: 1 }])
  })

  test('names a domain from its tenth signup within 30 days on, in every step of that signup', async () => {
    const app = await openTestApp(dialect)
    const signUp = async (name: string) => {
      app.passDays(0.001)
      await app.submit({ email: `${name}@example.com` })
    }
    await signUp('too-old')
    app.passDays(30)
    // Other domains and addresses that contain "example.com".
    await app.submit({ email: 'ada@mail.example.com' })
    await app.submit({ email: 'example.com@example.org' })
    for (let number = 1; number <= 9; number++) await signUp(`n${number}`)
    expect(await funnelOf(app)).toMatchObject([{ domain: 'other', asked: 11 }])
    await signUp('n10')
    for (const name of ['n9', 'n10']) {
      await app.post(await app.linkTo(`${name}@example.com`, 'confirm'))
    }
    expect(await funnelOf(app)).toMatchObject([
      { domain: 'other', asked: 11, confirmed: 1 },
      { domain: 'example.com', asked: 1, confirmed: 1 },
    ])
  })
})

test('a domain that confirms less than half as often as all others gets a warning', () => {
  const domain = (name: string, asked: number, confirmed: number): DomainFunnel => {
    return { ...none, domain: name, asked, confirmed, confirmationRate: confirmed / asked }
  }
  const usual = domain('gmail.com', 100, 70)
  expect(funnelWarnings([usual, domain('outlook.com', 40, 9)])).toEqual([
    'outlook.com: 9 of 40 signups confirmed (elsewhere 70%). Check DKIM.',
  ])
  expect(funnelWarnings([usual, domain('outlook.com', 40, 14)])).toEqual([])
  expect(funnelWarnings([usual, domain('outlook.com', 19, 0)])).toEqual([])
  expect(funnelWarnings([domain('outlook.com', 40, 0), domain('gmail.com', 19, 19)])).toEqual([])
  expect(funnelWarnings([usual, domain('other', 40, 0)])).toEqual([])
  const bad = Array.from({ length: 5 }, (_, index) => domain(`${index}.example`, 20, 0))
  expect(funnelWarnings([usual, ...bad])).toHaveLength(3)
})
