import { describe, expect, test } from 'vitest'
import { ada, openDataPage } from '../../test/support/ada.ts'
import { dialects } from '../../test/support/databases.ts'
import { openTestApp } from '../../test/support/test-app.ts'

describe.each(dialects)('the data page on %s', (dialect) => {
  test('shortens long messages on the page, and gives them in full as JSON', async () => {
    const app = await openTestApp(dialect)
    const message = `a${'🌱'.repeat(2000)}`
    await app.submit({ name: 'Ada', email: ada, message })
    const path = await openDataPage(app)
    const html = await (await app.request(path)).text()
    expect(html).toContain(`${'🌱'.repeat(499)}… (in full in the download)`)
    expect(html).not.toContain('🌱'.repeat(500))
    expect(await (await app.request(`${path}/download`)).text()).toContain(message)
  })

  test('says "more than 10 messages" instead of a wrong count', async () => {
    const app = await openTestApp(dialect)
    const send = () => app.submit({ name: 'Ada', email: ada, message: 'Again' })
    await send()
    const path = await openDataPage(app)
    for (let count = 1; count < 10; count++) await send()
    const summary = async () => {
      const html = await (await app.request(path)).text()
      return new RegExp(`${ada}: ([^<]*)`).exec(html.replaceAll('<!-- -->', ''))![1]
    }
    expect(await summary()).toMatch(/^10 messages, /)
    for (let count = 0; count < 2; count++) await send()
    expect(await summary()).toMatch(/^more than 10 messages, /)
  })

  test('opens at most sixty times a minute per link', async () => {
    const app = await openTestApp(dialect)
    await app.submit({ name: 'Ada', email: ada, message: 'First' })
    const path = await openDataPage(app)
    const statuses = []
    for (let request = 0; request < 61; request++) statuses.push((await app.request(path)).status)
    expect(statuses.slice(0, 60)).toEqual(Array.from({ length: 60 }, () => 200))
    expect(statuses[60]).toBe(429)
    expect((await app.request(`${path}/download`)).status).toBe(429)
    app.passDays(1 / 1440)
    expect((await app.request(path)).status).toBe(200)
  })
})
