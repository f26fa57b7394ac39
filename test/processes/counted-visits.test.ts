import { expect, test } from 'vitest'
import { admin } from '../support/admin.ts'
import { startTestSite } from '../support/test-site.ts'

/** The headers of a navigation in a browser. */
const navigation = { 'sec-fetch-dest': 'document', 'sec-fetch-mode': 'navigate' }

test('visits and signups are counted by source, without bots, prefetches and internal links', async () => {
  const site = await startTestSite()
  const get = (path: string, headers: Record<string, string> = navigation) =>
    fetch(`${site.url}${path}`, { headers, redirect: 'manual' })
  const signUp = (email: string, referer: string, key: string) =>
    site.submit({ email }, { referer, 'idempotency-key': key })
  const { headers } = await get('/?utm_source=Meetup')
  await get('/about?ref=meetup', { ...navigation, 'if-none-match': headers.get('etag')! })
  await get('/', { ...navigation, referer: 'https://news.example.net/item?id=1' })
  await get('/privacy')
  // Not counted: internal links, bots, prefetches, frames and missing pages.
  await get('/about', { ...navigation, referer: `${site.url}/?utm_source=meetup` })
  await get('/?utm_source=program', {})
  await get('/?utm_source=prefetch', { ...navigation, 'sec-purpose': 'prefetch' })
  await get('/?utm_source=frame', { 'sec-fetch-dest': 'iframe' })
  await get('/nothing?utm_source=missing')
  await signUp('a@example.com', `${site.url}/?utm_source=Meetup`, 'one')
  await signUp('a@example.com', `${site.url}/?utm_source=Meetup`, 'one')
  await signUp('b@example.com', `${site.url}/about`, 'two')
  await site.submit({ email: 'bot@example.com', website: 'x' }, { referer: `${site.url}/about` })
  await signUp('wrong', `${site.url}/?utm_source=Meetup`, 'three')
  expect(await site.stop()).toBe(0)

  const env = { DATA_DIR: site.dataDir }
  const figures = JSON.parse((await admin(env, ['stats', '--json'])).stdout) as object
  expect(figures).toMatchObject({
    visits: 4,
    signupsPerVisit: 0.5,
    sources: [
      { source: 'meetup', visits: 2, signups: 1, signupsPerVisit: 0.5 },
      { source: 'direct', visits: 1, signups: 0, signupsPerVisit: 0 },
      { source: 'news.example.net', visits: 1, signups: 0, signupsPerVisit: 0 },
      { source: 'untagged', visits: 0, signups: 1, signupsPerVisit: null },
    ],
  })
  const shown = (await admin(env, ['stats'])).stdout
  expect(shown).toMatch(/^meetup +2 +1 +50\.0%$/m)
  expect(shown).toContain('served by a CDN')
})
