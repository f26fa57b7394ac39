import { describe, expect, test } from 'vitest'
import { ada, ask, fill, openMyData } from '../../test/support/ada.ts'
import { allRows, tablesWith } from '../../test/support/all-rows.ts'
import { dialects } from '../../test/support/databases.ts'
import { openTestApp, testSecret } from '../../test/support/test-app.ts'
import { eraseAgain } from './erase-again.ts'

describe.each(dialects)('an address on %s', (dialect) => {
  test('is erased from every table but for a keyed hash', async () => {
    const house = await openTestApp(dialect)
    await house.submit({ name: 'Bob', email: 'bob@example.com', message: 'Stays' })
    await fill(house)
    await ask(house, ada)
    await house.post(`${await openMyData(house)}/object`)
    const path = await house.linkTo(ada, 'my-data')
    expect((await house.app.request(`${path}/erase`)).status).toBe(200)
    expect(tablesWith(ada, await allRows(house.db))).toEqual([
      'data_links',
      'mail_allowances',
      'messages',
      'objections',
      'quarantine',
      'subscribers',
      'suppressions',
    ])

    expect((await house.post(`${path}/erase`)).status).toBe(200)
    const rows = await allRows(house.db)
    expect(Object.keys(rows).length).toBeGreaterThan(10)
    expect(tablesWith(ada, rows)).toEqual([])
    expect(rows['consents']).toEqual([])
    expect(rows['messages']).toHaveLength(1)
    expect(rows['erasures']).toHaveLength(1)
    expect((await house.app.request(path)).status).toBe(404)
  })

  test('that was erased is erased again from a restored backup, but not what came later', async () => {
    const house = await openTestApp(dialect)
    await fill(house)
    await house.submit({ email: 'bob@example.com' })
    const path = await openMyData(house)
    house.passDays(0.01)
    await house.post(`${path}/erase`)
    const erasures = await house.db.selectFrom('erasures').selectAll().execute()

    house.passDays(1)
    await house.submit({ email: ada })
    expect(await eraseAgain(house.db, erasures, testSecret)).toBe(0)
    expect(await house.statusOf(ada)).toBe('pending')

    house.passDays(-2)
    await house.submit({ name: 'Ada', email: ada, message: 'From the backup' })
    expect(await eraseAgain(house.db, erasures, testSecret)).toBe(1)
    expect(tablesWith(ada, await allRows(house.db))).toEqual([])
    expect(await house.statusOf('bob@example.com')).toBe('pending')
  })
})
