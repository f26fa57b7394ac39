import { expect, test } from 'vitest'
import { site as content } from '#content/content.ts'
import type { Db } from '#database/schema.ts'
import { archiveLetterMail } from '#letters/archive-letter-mail.ts'
import { scheduleLetter, stopLetter, type LetterTexts } from '#letters/stored-letters.ts'
import { setHidden } from '#letters/public-letters.ts'
import { confirmedPage } from '#subscribers/subscription-views.tsx'
import { localPath } from '#routes.ts'
import { createSite } from '#site/create-site.ts'
import { aboutPage } from '#site/pages/about.tsx'
import { homePage } from '#site/pages/home.tsx'
import { notFoundPage } from '#site/pages/notice-pages.tsx'
import { rootFiles } from '#site/root-files.ts'
import { inEveryLanguage } from '#site/site-pages.ts'
import { dialects, openTestDatabase, type DialectName } from '../../test/support/databases.ts'
import { letter, queueDue } from '../../test/support/letters.ts'
import { seedSubscribers } from '../../test/support/seed-subscribers.ts'
import { openTestApp } from '../../test/support/test-app.ts'
import { createLetterReader, publishChanges } from './publish-letters.ts'

const publicUrl = 'https://www.example.com'
const now = new Date('2026-03-05T10:00:00.000Z')

const picture = {
  name: 'screen.png',
  file: 'screen-1.png',
  cid: '1@pictures',
  type: 'image/png' as const,
  width: 1120,
  height: 560,
  base64: Buffer.from('png').toString('base64'),
}

const page = (title: string) => ({
  title,
  description: 'What is new.',
  markdown: 'Hello,\n\n![A screen](screen.png)\n\n[Open it](https://tool.test/)',
  signature: 'Giulia',
})

function publicLetter(name: string, languages = content.languages) {
  const text = { ...letter.texts.en, html: 'Leave: {unsubscribe_url}' }
  const texts = languages.map((language) => [
    language,
    { ...text, page: page(`${name} ${language}`) },
  ])
  return { ...letter, name, texts: Object.fromEntries(texts) as LetterTexts, pictures: [picture] }
}

async function openSite(dialect: DialectName) {
  const { db } = await openTestDatabase(dialect)
  await seedSubscribers(db, 1)
  const site = createSite({
    client: { islandModules: { newsletter: [], contact: [] }, loader: '' },
    pagesOf: (launched) => inEveryLanguage([homePage, aboutPage, notFoundPage], launched),
    stages: [{ since: null, launched: false }],
    publicUrl,
    apiUrl: '',
    now: () => now.getTime(),
    onError() {},
  })
  const readChanges = createLetterReader(db, publicUrl)
  const publish = () => publishChanges(site, readChanges)
  const see = (path: string) => String(site.find(path)?.plain)
  return { db, site, publish, see, isThere: site.has }
}

async function send(db: Db, given: ReturnType<typeof publicLetter>, at = now) {
  await scheduleLetter(db, given, { dueAt: at, now: at })
  await queueDue(db, at)
  await goOut(db)
}

async function goOut(db: Db) {
  await db.updateTable('outbox').set({ status: 'sent' }).execute()
}

for (const dialect of dialects) {
  test(`a public letter can be read once a mail server has accepted its first mail, and not when it is hidden (${dialect})`, async () => {
    const { db, publish, isThere, see } = await openSite(dialect)
    const paths = ['/letters', '/letters/march', '/letters/march/screen-1.png', '/letters.xml']
    const shown = () => paths.map(isThere)
    await scheduleLetter(db, publicLetter('march'), { dueAt: now, now })
    await publish()
    expect(shown()).toEqual([false, false, false, false])
    await queueDue(db, now)
    for (const status of ['queued', 'sending', 'in_doubt'] as const) {
      await db.updateTable('outbox').set({ status }).execute()
      await publish()
      expect(shown()).toEqual([false, false, false, false])
    }
    await goOut(db)
    await publish()
    expect(shown()).toEqual([true, true, true, true])
    expect(see('/')).toContain('<a href="/letters/march">Read our latest newsletter</a>')
    expect(await setHidden(db, 'march', true)).toBe(true)
    await publish()
    expect(shown()).toEqual([false, false, false, false])
    expect(see('/')).not.toContain('/letters')
    expect(await setHidden(db, 'march', true)).toBe(false)
    expect(await setHidden(db, 'march', false)).toBe(true)
    await publish()
    expect(shown()).toEqual([true, true, true, true])
  })

  test(`a letter has no page if it is not public, or was stopped before it went out (${dialect})`, async () => {
    const { db, publish, isThere } = await openSite(dialect)
    await send(db, { ...publicLetter('april'), texts: letter.texts })
    const future = new Date(now.getTime() + 60_000)
    await scheduleLetter(db, publicLetter('may'), { dueAt: future, now })
    await stopLetter(db, 'may', now)
    await scheduleLetter(db, publicLetter('june'), { dueAt: now, now })
    await db.updateTable('letters').set({ state: 'preparing' }).where('name', '=', 'june').execute()
    await stopLetter(db, 'june', now)
    await send(db, publicLetter('july'))
    await stopLetter(db, 'july', now)
    await send(db, publicLetter('august'))
    await stopLetter(db, 'august', now)
    await db.updateTable('outbox').set({ status: 'skipped' }).where('letter', '=', 'july').execute()
    await publish()
    const names = ['april', 'may', 'june', 'july', 'august']
    expect(names.filter((name) => isThere(`/letters/${name}`))).toEqual(['august'])
    await archiveLetterMail(db, new Date(now.getTime() + 60_000))
    await publish()
    expect(names.filter((name) => isThere(`/letters/${name}`))).toEqual(['august'])
  })
}

test('a letter’s page shows what was sent, with its picture as a file, and no personal link', async () => {
  const { db, publish, see } = await openSite('sqlite')
  await send(db, publicLetter('march'))
  await publish()
  const html = see('/letters/march')
  for (const part of [
    '<h1 id="letter-title">march en</h1>',
    '<time dateTime="2026-03-05">5 March 2026</time>',
    '<img src="/letters/march/screen-1.png" width="1120" height="560" alt="A screen" loading="lazy"/>',
    'href="https://tool.test/">Open it</a>',
    'Giulia</p>',
    `<link rel="canonical" href="${publicUrl}/letters/march"/>`,
    'property="og:image"',
    'id="newsletter-email"',
  ]) {
    expect(html).toContain(part)
  }
  expect(html).not.toMatch(/unsubscribe_url|\/unsubscribe|cid:|rel="preload" as="image"/)
})

test('the picture of a letter is read when it is asked for, and gone with its letter', async () => {
  const settings = { publicUrl: 'https://pictures.example.com' }
  const { db, site, request, errors } = await openTestApp('sqlite', settings)
  const readChanges = createLetterReader(db, settings.publicUrl)
  const path = '/letters/march/screen-1.png'
  await seedSubscribers(db, 1)
  await send(db, publicLetter('march'))
  await publishChanges(site, readChanges)
  const base64 = Buffer.from('changed').toString('base64')
  await db.updateTable('letter_pictures').set({ base64 }).execute()
  const response = await request(path)
  expect(await response.text()).toBe('changed')
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'image/png',
    'content-length': '7',
    etag: '"screen-1.png-plain"',
    'cache-control': 'no-cache',
    // Feed readers show it on their own pages.
    'cross-origin-resource-policy': 'cross-origin',
  })
  const again = await request(path, { headers: { 'if-none-match': '"screen-1.png-plain"' } })
  expect([again.status, await again.text()]).toEqual([304, ''])
  expect((await request('/letters/march/other.png')).status).toBe(404)
  await setHidden(db, 'march', true)
  await publishChanges(site, readChanges)
  expect((await request(path)).status).toBe(404)
  expect(errors()).toEqual([])
})

test('every page names the feed once a letter is public', async () => {
  const { db, site, publish, see } = await openSite('sqlite')
  const pages = ['/', '/about', '/404', '/letters', '/letters/march']
  const namesFeed = (html: string) =>
    html.includes(
      `type="application/atom+xml" title="${content.brand}" href="${publicUrl}/letters.xml"`,
    )
  const body = async () => await site.respond(confirmedPage('en', false)).text()
  const shown = () => pages.filter((path) => namesFeed(see(path)))
  expect([shown(), namesFeed(await body())]).toEqual([[], false])
  await send(db, publicLetter('march'))
  await publish()
  expect([shown(), namesFeed(await body())]).toEqual([pages, true])
})

test('a letter is rendered once, and what another one changes is compressed before it is shown', async () => {
  const { db, site, publish } = await openSite('sqlite')
  await send(db, publicLetter('march'))
  await publish()
  const march = site.find('/letters/march')!
  const home = site.find('/')!
  await send(db, publicLetter('april'))
  await publish()
  expect(site.find('/letters/march')).toBe(march)
  expect(site.find('/')).not.toBe(home)
  const plain = site.paths().filter((path) => site.find(path)!.gzip === undefined)
  expect(plain).toEqual([])
})

test('the list and the feed have the newest letter first, and the sitemap has every page', async () => {
  const { db, site, publish, see } = await openSite('sqlite')
  await send(db, publicLetter('march'))
  await send(db, publicLetter('april'), new Date(now.getTime() + 86_400_000))
  await publish()
  expect([...see('/letters').matchAll(/<h2><a href="(.*?)"/g)].map(([, path]) => path)).toEqual([
    '/letters/april',
    '/letters/march',
  ])
  const feed = see('/letters.xml')
  expect([...feed.matchAll(/<entry>\n<id>(.*?)<\/id>/g)].map(([, id]) => id)).toEqual([
    `${publicUrl}/letters/april`,
    `${publicUrl}/letters/march`,
  ])
  expect(feed).toContain('<updated>2026-03-06T10:00:00.000Z</updated>')
  expect(feed).toContain(`&#60;img src=&#34;${publicUrl}/letters/april/screen-1.png`)
  const facts = { publicUrl, now, letterPages: site.letterPages() }
  const sitemap = rootFiles.find(({ path }) => path === '/sitemap.xml')!.write(facts)
  for (const language of content.languages) {
    for (const path of ['/letters', '/letters/april', '/letters/march']) {
      expect(sitemap).toContain(
        `<loc>${publicUrl}${localPath(language, path)}</loc><lastmod>2026-03-0`,
      )
    }
  }
})

test('after a confirmation the page links to the latest letter', async () => {
  const { db, site, publish } = await openSite('sqlite')
  const body = async () => await site.respond(confirmedPage('en', false)).text()
  expect(await body()).not.toContain('/letters/')
  await send(db, publicLetter('march'))
  await publish()
  expect(await body()).toContain('<a href="/letters/march">')
})

test.runIf(content.languages.includes('it'))(
  'a letter without an Italian text has no Italian page, and none is linked (needs Italian)',
  async () => {
    const { db, publish, isThere, see } = await openSite('sqlite')
    await send(db, publicLetter('march', ['en']))
    await publish()
    expect(['/it/letters', '/it/letters/march', '/it/letters.xml'].filter(isThere)).toEqual([])
    expect(see('/it')).not.toContain('/letters')
    const html = see('/letters/march')
    expect(html).not.toContain('/it/letters')
    expect(html).toContain('<a href="/it" hrefLang="it"')
  },
)
