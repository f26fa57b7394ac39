import type { TestApp } from './test-app.ts'

export const ada = 'ada@example.com'

/** Asks for the link to what is held about an address. */
export const ask = (house: TestApp, email: string) =>
  house.post('/my-data', new URLSearchParams({ email }))

/** A subscription, two messages, a robot's entry, and a refused mail, all of one address. */
export async function fill(house: TestApp) {
  await house.submit({ email: 'Ada@Example.com' })
  await house.post(await house.linkTo(ada, 'confirm'))
  await house.submit({ name: 'Ada', email: 'ADA@example.com', message: 'First' })
  await house.submit({ name: 'Ada', email: ada, message: 'Second' })
  await house.submit({ email: ada, website: 'x' })
  await house.db
    .insertInto('suppressions')
    .values({ email_key: ada, reason: '550 unknown', created_at: '2026-02-01T00:00:00.000Z' })
    .execute()
}

export async function openMyData(house: TestApp): Promise<string> {
  await ask(house, ada)
  return await house.linkTo(ada, 'my-data')
}
