import { expect, test } from 'vitest'
import { createSite } from '#site/create-site.ts'
import { notFoundPage } from '#site/pages/notice-pages.tsx'
import { createPrebuiltResponses } from './prebuilt-responses.ts'

test('prebuilt pages are rebuilt when the year changes', () => {
  let now = Date.UTC(2026, 11, 31)
  const site = createSite({
    client: { islandModules: { newsletter: [], contact: [] }, loader: '' },
    pagesOf: () => [{ ...notFoundPage('en'), route: '/' }],
    stages: [{ since: null, launched: false }],
    publicUrl: 'http://localhost',
    apiUrl: '',
    now: () => now,
    onError() {},
  })
  const findPrebuilt = createPrebuiltResponses(site, new Map(), {})
  const shown = () => findPrebuilt('/', {})!.body
  expect(shown()).toContain('2026')
  now = Date.UTC(2027, 0, 1)
  expect(shown()).toContain('2027')
})
