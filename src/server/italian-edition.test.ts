import { globSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { ada, storeSubmissions } from '../../test/support/ada.ts'
import { openTestApp, type TestApp } from '../../test/support/test-app.ts'
import { companyLines } from '#content/company-facts.ts'
import { pitch, questionnaire, site, team } from '#content/content.ts'
import { mailStatuses, type Schema, type SuppressionCause } from '#database/schema.ts'
import { letterPreviews, sampleMails } from '#dev/sample-mails.ts'
import type { Language } from '#language.ts'
import { letterPages } from '#letters/letter-pages.tsx'
import * as subscriptionViews from '#subscribers/subscription-views.tsx'
import { collectPersonalData } from '#privacy/collect-personal-data.ts'
import * as myDataViews from '#privacy/my-data-views.tsx'
import { personalDataPage } from '#privacy/personal-data-view.tsx'
import { localPath, routes } from '#routes.ts'
import { checkLength } from '#site/islands/field.tsx'
import { failureNotice } from '#site/islands/submission-form.tsx'
import type { Page, PageContext } from '#site/page.ts'
import { measureHome } from '#site/questionnaire/measure-home.ts'
import { renderPage } from '#site/render-page.tsx'
import { sitePages } from '#site/site-pages.ts'
import { mailKinds, mailTitles } from '#owner/mail-kinds.ts'
import { storedReasons } from '#stored-reasons.ts'

const publicUrl = 'https://www.example.com'
const stages = [false, { url: 'https://tool.example.com' }] as const

const causes = ['bounce', 'owner', 'person', 'not-me'] satisfies SuppressionCause[]
const subscriberStatuses = [
  'pending',
  'confirmed',
  'unsubscribed',
] satisfies Schema['subscribers']['status'][]
/** Other mail goes to the owner, and is about nobody in particular. */
const visitorKinds = Object.values(mailKinds).flatMap(({ name, about }) => (about ? [name] : []))
const submissionKinds = ['newsletter', 'message', 'my-data'] as const

const ownNotes = Object.values<string>(storedReasons)

describe.runIf(site.languages.includes('it'))('the Italian edition (needs Italian)', () => {
  test('contains no text of the English one, on any page, in any mail, with any data', async () => {
    const codes = [...causes, ...submissionKinds, ...visitorKinds, ...mailStatuses, ...ownNotes]
    const english = new Set([...(await everyText('en')), ...subscriberStatuses, ...codes])
    const italian = await everyText('it')
    expect(italian.length).toBeGreaterThan(300)
    const whole = ` ${italian.join(' | ')} `
    const left = [...english].filter((text) =>
      text.includes(' ') ? whole.includes(text) : italian.includes(text),
    )
    expect(left.filter((text) => !isInBoth(text))).toEqual([])
  })

  test('contains no English words, either', async () => {
    const italian = await everyText('it')
    expect(italian.filter((text) => englishWordsIn(text) > (isOwners(text) ? 2 : 0))).toEqual([])
  })
})

const sameWords = new Set([
  'Email',
  'Governance',
  'Home',
  'Menu',
  'Newsletter',
  'Newsletter:',
  'PEC',
  `${site.brand}, home`,
  ...companyLines('it').map(inOneLine),
])
const ownTexts = italianTexts([site, team, pitch, questionnaire]).map(inOneLine).join(' | ')
const ownFiles = globSync('content/{,letters/}*.it.{md,mdx}').map((path) =>
  inOneLine(readFileSync(path, 'utf8')),
)

/** Whether it is neither language's: a number, an address, a name, or a text that the owner has written alike. */
function isInBoth(text: string): boolean {
  const hasWords = /\p{L}{2}/u.test(withoutNames(text))
  return !hasWords || sameWords.has(text) || isOwners(text)
}

/** The owner may quote an English title. In the text part of a letter, a link has its address behind it. */
function isOwners(text: string): boolean {
  const words = text.replace(/ \(https?:.*$/, '')
  return [ownTexts, ...ownFiles].some((own) => own.includes(words))
}

// None of them is an Italian word.
const commonWords =
  /(?<![\p{L}\p{N}])(?:the|and|you|your|we|our|is|are|was|were|be|been|of|to|for|with|from|by|at|this|that|it’s|not|has|have|will|who|when|how|please)(?![\p{L}\p{N}])/giu

function englishWordsIn(text: string): number {
  return withoutNames(text).match(commonWords)?.length ?? 0
}

/** Without addresses, names of files, companies and people. */
function withoutNames(text: string): string {
  const named = [{ name: site.brand }, site.company, ...site.processors, ...team]
  const rest = named.reduce((shorter, { name }) => shorter.replaceAll(name, ''), text)
  return rest.replaceAll(/\S*\w[.@/_-]\w\S*/g, '')
}

/** The owner's texts for Italian readers, some of which are the same in English. */
function italianTexts(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  if (!(value instanceof Object)) return []
  return 'it' in value ? italianTexts(value.it) : Object.values(value).flatMap(italianTexts)
}

function inOneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim()
}

const collected = new Map<Language, Promise<string[]>>()

/** Each text that a reader of this edition can meet. */
const everyText = (language: Language) => collected.getOrInsertComputed(language, collectEveryText)

async function collectEveryText(language: Language): Promise<string[]> {
  const data = await dataPages(language)
  const mails = Object.values(await mailsIn(language)).flatMap(({ subject, html, text }) => [
    subject,
    ...textsIn(html),
    ...text.split('\n'),
  ])
  const shown = stages.flatMap((launched) =>
    [...pagesOf(language, launched), ...data].flatMap((page) =>
      contexts.flatMap((context) => textsIn(htmlOf(page, { ...context, launched }))),
    ),
  )
  const found = [...shown, ...mails, ...formErrors(language), await serverError(language)]
  return [...new Set(found.map(inOneLine))].filter(Boolean)
}

function pagesOf(language: Language, launched: (typeof stages)[number]): Page[] {
  const publicLetters = letterPages([letter], publicUrl, async () => Buffer.of()).pages
  return [
    ...[...sitePages(launched), ...publicLetters].filter((page) => page.language === language),
    ...Object.values(subscriptionViews).flatMap((view) =>
      typeof view === 'function' ? view(language, launched) : [],
    ),
    ...Object.values(myDataViews).map((view) => view(language, '')),
  ]
}

const letterText = { title: '雪', description: '雪', markdown: '雪', signature: null }
const letter = {
  name: 'x',
  sentAt: new Date('2026-03-01'),
  texts: { en: letterText, it: letterText },
  pictures: [],
}

/** The data page with everything, in every state of the subscription, cut short, and with nothing. */
async function dataPages(language: Language): Promise<Page[]> {
  const { db } = await storeEverything(language)
  const held = []
  for (const status of subscriberStatuses) {
    await db.updateTable('subscribers').set({ status }).execute()
    held.push(await collectPersonalData(db, ada, language))
  }
  await db.deleteFrom('suppressions').execute()
  held.push(await collectPersonalData(db, ada, language, 1))
  held.push(await collectPersonalData(db, 'nobody@example.com', language))
  return held.map((data) => personalDataPage(language, data, '/x', mailTitles(language)))
}

const everyPage = { year: '2026', publicUrl, apiUrl: '' }
const islandModules = { newsletter: [], contact: [] }
const measured = measureHome({ path: '/', html: '' }, () => 0, [])
/** Of a new site, and of one that is built and has a newsletter to show. */
const contexts: Omit<PageContext, 'launched'>[] = [
  { ...everyPage, islandModules },
  {
    ...everyPage,
    islandModules,
    measured: { en: measured, it: measured },
    latestLetter: { en: { path: '/x' }, it: { path: '/x' } },
  },
]

function htmlOf(page: Page, context: PageContext): string {
  return renderPage(page, context, []).html
}

async function mailsIn(language: Language) {
  const all = [...sampleMails(publicUrl), ...(await letterPreviews(publicUrl)).letters]
  return Object.fromEntries(all.filter(([name]) => name.endsWith('.it') === (language === 'it')))
}

/** Texts between tags and in attributes that are shown or read aloud. */
function textsIn(html: string): string[] {
  const shown = html
    .replaceAll(/<(style|script)\b[\s\S]*?<\/\1>|<!--[\s\S]*?-->/g, '')
    // Words of another language that are marked as such.
    .replaceAll(/<(span|abbr|a)\b[^>]* lang="(?:en|it)"[^>]*>.*?<\/\1>/g, '')
  const attributes = shown.matchAll(
    /(?:\s(?:aria-label|placeholder|alt|data-held-label|data-reserves)|(?:title|alt|description)" content)="([^"]*)"/g,
  )
  const props = shown.matchAll(/\sdata-props="([^"]*)"/g)
  return [
    ...shown.split(/<[^>]*>/),
    ...Array.from(attributes, ([, text]) => text!),
    ...Array.from(props, ([, json]) => stringsIn(JSON.parse(plain(json!)))).flat(),
  ].map(plain)
}

function stringsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  return value instanceof Object ? Object.values(value).flatMap(stringsIn) : []
}

function plain(html: string): string {
  const signs: Record<string, string> = {
    '&amp;': '&',
    '&quot;': '"',
    '&#x27;': "'",
    '&lt;': '<',
    '&gt;': '>',
  }
  return html.replaceAll(/&[#\w]+;/g, (entity) => signs[entity] ?? entity)
}

function formErrors(language: Language): string[] {
  const errors: string[] = []
  const field = {
    name: 'message',
    value: 'xx',
    setCustomValidity: (text: string) => errors.push(text),
  }
  checkLength(field as unknown as HTMLTextAreaElement, 1, language)
  return [failureNotice[language], ...errors]
}

async function serverError(language: Language): Promise<string> {
  const app = await openTestApp('sqlite')
  await app.submit({ email: ada })
  const link = await app.linkTo(ada, 'confirm')
  await app.db.destroy()
  const response = await app.request(localPath(language, link))
  expect(response.status).toBe(500)
  return await response.text()
}

/** Rows in every state, of every kind and with every note. */
async function storeEverything(language: Language): Promise<TestApp> {
  const app = await openTestApp('sqlite')
  const { db } = app
  const path = localPath(language, routes.intake)
  const json = { 'content-type': 'application/json' }
  const given = { name: '雪', email: ada, message: '¿?' }
  await app.post(path, JSON.stringify({ email: ada }), json)
  await app.post(await app.linkTo(ada, 'confirm'))
  await app.post(path, JSON.stringify(given), json)
  const at = app.settings.clock().toISOString()
  const { id } = await db.selectFrom('subscribers').select('id').executeTakeFirstOrThrow()
  const mails = visitorKinds.flatMap((kind) =>
    mailStatuses.map((status) => ({ kind, status, last_error: null as string | null })),
  )
  const noted = [...ownNotes, '550 5.1.1 Unknown'].map(
    (last_error) => ({ kind: 'welcome', status: 'skipped', last_error }) as const,
  )
  await db
    .insertInto('outbox')
    .values(
      [...mails, ...noted].map((mail, index) => ({
        ...mail,
        id: `m${index}`,
        about_id: id,
        attempts: 1,
        due_at: at,
        created_at: at,
      })),
    )
    .execute()
  for (const [index, reason] of ownNotes.entries()) {
    for (const cause of causes) {
      const key = index === 0 ? ada : `${index}@example.com`
      await db
        .insertInto('suppressions')
        .values({ email_key: key, inbox: ada, cause, reason, created_at: at })
        .execute()
    }
  }
  for (const kind of submissionKinds) {
    const texts = { name: given.name, message: given.message }
    const payload = { kind, email: { email: ada, key: ada }, texts, trapped: false, language }
    await storeSubmissions(db, [{ kind, email_key: ada, payload: JSON.stringify(payload) }])
  }
  for (const kind of ['newsletter', 'message'] as const) {
    const row = { id: kind, kind, ...given, email_key: ada, received_at: at }
    await db.insertInto('quarantine').values(row).execute()
  }
  return app
}
