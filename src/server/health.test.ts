import { describe, expect, test } from 'vitest'
import { dialects } from '../../test/support/databases.ts'
import { openTestHouse } from '../../test/support/open-test-house.ts'

describe.each(dialects)('health (%s)', (dialect) => {
  test('is 200 with the database and 503 without', async () => {
    const own = await openTestHouse(dialect)
    const well = await own.app.request('/healthz')
    expect([well.status, await well.text()]).toEqual([200, '{"ok":true}'])
    await own.close()
    const ill = await own.app.request('/healthz')
    expect([ill.status, await ill.text()]).toEqual([503, '{"ok":false}'])
    expect((await own.app.request('/')).status).toBe(200)
  })
})
