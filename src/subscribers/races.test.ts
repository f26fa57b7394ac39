import { describe, expect, test } from 'vitest'
import { dialects, during } from '../../test/support/databases.ts'
import { confirmedPage, consent, openTestApp, type TestApp } from '../../test/support/test-app.ts'
import { confirm } from './confirm.ts'
import { signupHashes } from './consent.ts'
import { subscribe } from './subscribe.ts'
import { unsubscribe, unsubscribeWithin } from './unsubscribe.ts'

const ada = { email: 'ada@example.com', key: 'ada@example.com' }
const signup = (askedAt: Date) => ({
  address: ada,
  language: 'en' as const,
  consent: signupHashes(consent),
  askedAt,
})

/** A pending subscriber with one confirmation request. */
async function requestConfirmation(app: TestApp) {
  await app.submit({ email: ada.email })
  const row = app.db.selectFrom('consents').select(['id', 'subscriber_id'])
  const { id, subscriber_id } = await row.orderBy('asked_at', 'desc').executeTakeFirstOrThrow()
  return { consentId: id, subscriberId: subscriber_id }
}

/** Confirmed subscribers without a valid consent, and pending ones without an open confirmation request. */
async function inconsistentSubscribers({ db }: TestApp) {
  const consents = await db.selectFrom('consents').selectAll().execute()
  const subscribers = await db.selectFrom('subscribers').selectAll().execute()
  return subscribers.filter(({ id, status }) => {
    const open = consents.filter((row) => row.subscriber_id === id && row.withdrawn_at === null)
    if (status === 'pending') return open.length === 0
    return status === 'confirmed' && !open.some(({ confirmed_at }) => confirmed_at !== null)
  })
}

describe.each(dialects)('concurrent changes on %s', (dialect) => {
  test('an old link does not confirm a subscriber who unsubscribes and signs up again meanwhile', async () => {
    const app = await openTestApp(dialect)
    const now = app.settings.clock()
    const { consentId, subscriberId } = await requestConfirmation(app)
    let isConfirmed: boolean | undefined
    await during(
      app.database,
      async (trx) => {
        await unsubscribeWithin(trx, subscriberId, now)
        await subscribe(trx, signup(now), now)
      },
      async () => (isConfirmed = await confirm(app.db, consentId, confirmedPage, now)),
    )
    expect(isConfirmed).toBe(false)
    expect(await app.statusOf(ada.key)).toBe('pending')
    expect(await inconsistentSubscribers(app)).toEqual([])
  })

  test('an unsubscribe during a new signup leaves no pending subscriber without a confirmation request', async () => {
    const app = await openTestApp(dialect)
    const now = app.settings.clock()
    const { subscriberId } = await requestConfirmation(app)
    await unsubscribe(app.db, subscriberId, now)
    await during(
      app.database,
      async (trx) => void (await subscribe(trx, signup(now), now)),
      () => unsubscribe(app.db, subscriberId, now),
    )
    expect(await app.statusOf(ada.key)).toBe('unsubscribed')
    expect(await inconsistentSubscribers(app)).toEqual([])
  })

  test('a confirmation request deleted with an update of its subscriber confirms nothing', async () => {
    const app = await openTestApp(dialect)
    const now = app.settings.clock()
    const { consentId, subscriberId } = await requestConfirmation(app)
    await during(
      app.database,
      async (trx) => {
        await trx
          .updateTable('subscribers')
          .set({ email: 'A' })
          .where('id', '=', subscriberId)
          .execute()
        await trx.deleteFrom('consents').where('id', '=', consentId).execute()
      },
      () => confirm(app.db, consentId, confirmedPage, now),
    )
    expect(await app.statusOf(ada.key)).toBe('pending')
  })

  test('a confirmation request deleted by its age confirms nothing', async () => {
    const app = await openTestApp(dialect)
    const now = app.settings.clock()
    const { consentId } = await requestConfirmation(app)
    await during(
      app.database,
      // Retention deletes consents by age, without locking the subscriber.
      async (trx) => void (await trx.deleteFrom('consents').execute()),
      () => confirm(app.db, consentId, confirmedPage, now),
    )
    expect(await app.statusOf(ada.key)).toBe('pending')
  })
})
