import { describe, expect, test } from 'vitest'
import { dialects } from '../../test/support/databases.ts'
import { openTestApp } from '../../test/support/test-app.ts'

describe.each(dialects)('health (%s)', (dialect) => {
  test('is 200 with the database and 503 without', async () => {
    const app = await openTestApp(dialect)
    const well = await app.request('/healthz')
    expect([well.status, await well.text()]).toEqual([200, '{"ok":true}'])
    await app.database.close()
    const ill = await app.request('/healthz')
    expect([ill.status, await ill.text()]).toEqual([503, '{"ok":false}'])
    expect((await app.request('/')).status).toBe(200)
  })
})
