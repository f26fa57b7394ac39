import { expect, test } from 'vitest'
import { createSite } from '#site/create-site.ts'
import { notFoundPage } from '#site/pages/notice-pages.tsx'
import { prerenderPages } from '#site/prerender.tsx'
import { createPrebuiltResponses } from './prebuilt-responses.ts'

test('prebuilt pages are rebuilt when the year changes', () => {
  let now = Date.UTC(2026, 11, 31)
  const client = { islandModules: { newsletter: [], contact: [] }, loader: '' }
  const pages = prerenderPages([{ ...notFoundPage('en'), route: '/' }], client, false)
  const stage = { since: null, launched: false as const, pages, questionnaireJson: '' }
  const build = { ...client, stages: [stage] }
  const site = createSite({ build, publicUrl: 'http://localhost', apiUrl: '', now: () => now })
  const findPrebuilt = createPrebuiltResponses(site, new Map(), {})
  const shown = () => findPrebuilt('/', {})!.body
  expect(shown()).toContain('2026')
  now = Date.UTC(2027, 0, 1)
  expect(shown()).toContain('2027')
})
