import { describe, expect, test } from 'vitest'
import { site } from '#content/content.ts'
import { resetMailboxLimits } from '../../test/support/ada.ts'
import { dialects } from '../../test/support/databases.ts'
import { countsOf, letter, sendAt, zeroCounts } from '../../test/support/letters.ts'
import { claimDue } from '../../test/support/open-outbox.ts'
import { consents, openTestApp, readResponse, type TestApp } from '../../test/support/test-app.ts'
import { readConsentProof } from './consent-proof.ts'

const ada = 'ada@example.com'
const json = { 'content-type': 'application/json' }
const inBoth = {
  ...letter,
  texts: { ...letter.texts, it: { subject: 'Si parte', html: '<p>Ciao</p>', text: 'Ciao' } },
}

const signUp = (app: TestApp, path: string, email = ada) =>
  app.post(path, JSON.stringify({ email }), json)

const languageOf = async ({ db }: TestApp, email = ada) => {
  const found = db.selectFrom('subscribers').select('language').where('email_key', '=', email)
  return (await found.executeTakeFirstOrThrow()).language
}

async function confirmIn(app: TestApp, path: string, email: string) {
  await signUp(app, path, email)
  await app.post(await app.linkTo(email, 'confirm'))
}

const hasItalian = site.languages.includes('it')

describe.runIf(hasItalian).each(dialects)(
  'the Italian edition on %s (needs Italian)',
  (dialect) => {
    test('a signup at /it/contact gets its confirmation, pages and letter in Italian, once', async () => {
      const app = await openTestApp(dialect)
      await signUp(app, '/it/contact')
      const [mail] = await app.mailsTo(ada)
      expect(mail!.subject).toMatch(/^Conferma l’iscrizione alla newsletter di /)
      expect(mail!.html).toContain('<html lang="it">')
      expect(mail!.text).toContain('https://www.example.com/it/privacy')
      const link = await app.linkTo(ada, 'confirm')
      expect(link).toMatch(/^\/it\/confirm\//)
      const page = await (await app.request(link)).text()
      expect(page).toContain('<html lang="it"')
      expect(page).toContain('Sì, iscrivimi')
      expect(page).toContain('una volta al mese')
      expect(await (await app.post(link)).text()).toContain('Iscrizione completata')
      await confirmIn(app, '/contact', 'bob@example.com')

      const now = app.settings.clock()
      await sendAt(app.db, now, inBoth)
      const claimed = await claimDue(app.database, () => now)
      const letters = claimed.filter((one) => one.mail.letter !== null)
      const sent = await Promise.all(
        letters.map(
          async ({ draft }) => `${draft.to}: ${(await draft.render(now, app.db)).subject}`,
        ),
      )
      expect(sent.toSorted()).toEqual([`${ada}: Si parte`, 'bob@example.com: We are live'])
      expect(await claimDue(app.database, () => now)).toEqual([])
      expect(await countsOf(app.db)).toEqual({ ...zeroCounts, sending: 2 })
      const { draft: toAda } = letters.find(({ draft }) => draft.to === ada)!
      const { unsubscribeUrl } = await toAda.render(now, app.db)
      expect(unsubscribeUrl).toMatch(/^https:\/\/www\.example\.com\/it\/unsubscribe\//)
      const left = await app.post(new URL(unsubscribeUrl!).pathname)
      expect(await left.text()).toContain('Iscrizione annullata')
      expect(await app.statusOf(ada)).toBe('unsubscribed')
    })

    test('a letter without an Italian text goes to Italian readers in English', async () => {
      const app = await openTestApp(dialect)
      await confirmIn(app, '/it/contact', ada)
      const now = app.settings.clock()
      await sendAt(app.db, now)
      const claimed = (await claimDue(app.database, () => now)).find(({ mail }) => mail.letter)
      const mail = await claimed!.draft.render(now, app.db)
      expect(mail.subject).toBe('We are live')
      expect(mail.unsubscribeUrl).toContain('.com/unsubscribe/')
    })

    test('a signup on the other edition changes the language, unless the subscriber has confirmed', async () => {
      const app = await openTestApp(dialect)
      await signUp(app, '/contact')
      expect(await languageOf(app)).toBe('en')
      await signUp(app, '/it/contact')
      expect(await languageOf(app)).toBe('it')
      await app.post(await app.linkTo(ada, 'confirm'))
      await signUp(app, '/contact')
      expect(await languageOf(app)).toBe('it')
      expect(await app.statusOf(ada)).toBe('confirmed')
      expect(await app.db.selectFrom('consents').select('id').execute()).toHaveLength(2)
      await app.post(await app.linkTo(ada, 'unsubscribe'))
      await signUp(app, '/contact')
      expect(await languageOf(app)).toBe('en')
    })

    test('a stranger who signs up a pending address on the other edition does not choose its language', async () => {
      const app = await openTestApp(dialect)
      await signUp(app, '/it/contact')
      const link = await app.linkTo(ada, 'confirm')
      await signUp(app, '/contact')
      expect(await languageOf(app)).toBe('en')
      await app.post(link)
      expect([await app.statusOf(ada), await languageOf(app)]).toEqual(['confirmed', 'it'])
    })

    test('a subscriber reads and changes the language of the newsletter on the data page', async () => {
      const app = await openTestApp(dialect)
      await confirmIn(app, '/it/contact', ada)
      await confirmIn(app, '/it/contact', 'bob@example.com')
      await app.askForData(ada)
      const link = await app.linkTo(ada, 'my-data')
      const read = async () => (await app.request(link)).text()
      expect(await read()).toContain('>Send me the newsletter in English</button>')
      const changed = await app.post(`${link}/language-en`)
      expect([changed.status, changed.headers.get('location')]).toEqual([
        303,
        `${link}#subscribers`,
      ])
      expect(await read()).toContain('>Send me the newsletter in Italian</button>')
      expect([await languageOf(app), await languageOf(app, 'bob@example.com')]).toEqual([
        'en',
        'it',
      ])
      expect((await app.post(`${link.slice(0, -2)}/language-it`)).status).toBe(404)
      await app.post(await app.linkTo(ada, 'unsubscribe'))
      expect(await read()).not.toContain('Send me the newsletter')
      await app.post(`${link}/language-it`)
      expect(await languageOf(app)).toBe('en')
    })

    test('a token works on the path of either edition', async () => {
      const app = await openTestApp(dialect)
      await signUp(app, '/it/contact')
      const link = await app.linkTo(ada, 'confirm')
      const english = await app.post(link.replace('/it/', '/'))
      expect(await english.text()).toContain('<html lang="en"')
      expect(await app.statusOf(ada)).toBe('confirmed')
      const leave = (await app.linkTo(ada, 'unsubscribe')).replace('/it/', '/')
      expect((await app.post(leave)).status).toBe(200)
      expect(await app.statusOf(ada)).toBe('unsubscribed')
    })

    test('consent is proved with the texts of the edition on which it was given', async () => {
      const app = await openTestApp(dialect)
      await confirmIn(app, '/it/contact', ada)
      const [consent] = (await readConsentProof(app.db, ada))!.consents
      expect(consent).toMatchObject({
        consentText: consents.it!.line.text,
        privacyText: consents.it!.privacy.text,
        confirmationText: consents.it!.confirmation.text,
        textsMatchHashes: true,
      })
      expect(consent!.consentText).toContain('iscrizione')
    })

    test('a message and a request for data from /it are answered in Italian', async () => {
      const app = await openTestApp(dialect)
      const message = { name: 'Ada', email: ada, message: 'Buongiorno' }
      await app.post('/it/contact', JSON.stringify(message), json)
      const receipt = (await app.mailsTo(ada)).find(({ kind }) => kind === 'message-receipt')
      expect(receipt!.subject).toMatch(/^Il tuo messaggio a .* è arrivato$/)
      const notice = (await app.mailsTo('owner@company.example'))[0]!
      expect(notice.text).toContain('Reply to this email to answer')
      await resetMailboxLimits(app)
      const asked = await app.post('/it/my-data', new URLSearchParams({ email: ada }))
      expect(await asked.text()).toContain('Controlla la posta')
      const link = await app.linkTo(ada, 'my-data')
      expect(link).toMatch(/^\/it\/my-data\//)
      const page = (await (await app.request(link)).text()).replaceAll('\u2060', '')
      expect(page).toContain('<html lang="it"')
      for (const words of ['1º marzo 2026 alle 12:00:30 UTC', 'italiano', 'Base giuridica']) {
        expect(page).toContain(words)
      }
      const held = await (await app.request(`${link}/download`)).text()
      expect(held).toContain('"language":"it"')
      expect(held).toContain('Messaggi')
      const switched = await app.post(`${link}/no-more-email`)
      expect(switched.headers.get('location')).toBe(`${link}#no-more-email`)
      expect(await (await app.request(`${link}/erase`)).text()).toContain(
        'Vuoi cancellare i tuoi dati?',
      )
      expect(await (await app.post(`${link}/erase`)).text()).toContain('sono stati cancellati')
      expect((await app.request(link)).status).toBe(404)
    })
  },
)

const bodies = [
  { email: ada },
  { email: 'no address' },
  { email: ada, website: 'x' },
  { name: 'Ada', email: ada, message: 'Hello' },
  { name: 'Ada', email: ada },
  { email: ada, unknown: 'x' },
].map((fields) => JSON.stringify(fields))

test.runIf(hasItalian).each([...bodies, '{', 'x'.repeat(20_000)])(
  'POST /it/contact answers %.40s with the same bytes as /contact (needs Italian)',
  async (body) => {
    const app = await openTestApp('sqlite')
    const [english, italian] = [
      await app.post('/contact', body, json),
      await app.post('/it/contact', body, json),
    ]
    const { headers, ...response } = await readResponse(italian)
    const { headers: others, ...expected } = await readResponse(english)
    expect(response).toEqual(expected)
    const known = (all: [string, string][]) => all.filter(([name]) => name !== 'x-request-id')
    expect(known(headers)).toEqual(known(others))
  },
)

test.runIf(hasItalian).each([
  [{ email: ada }, '/it/newsletter/thanks'],
  [{ email: 'no address' }, '/it/newsletter/invalid'],
  [{ name: 'Ada', email: ada, message: 'Hello' }, '/it/contact/thanks'],
  [{ name: 'Ada', email: ada, message: '' }, '/it/contact'],
  [{ email: ada, unknown: 'x' }, '/it#newsletter'],
])('a plain form %j posted to /it/contact leads to %s (needs Italian)', async (fields, page) => {
  const app = await openTestApp('sqlite')
  const response = await app.post('/it/contact', new URLSearchParams(fields))
  expect([response.status, response.headers.get('location')]).toEqual([303, page])
  expect((await app.request(page.replace(/#.*/, ''))).status).toBe(200)
})

test.runIf(!hasItalian).each(dialects)(
  'a site in English alone has no /it/contact, and serves links of Italian mail in English (%s)',
  async (dialect) => {
    const app = await openTestApp(dialect)
    expect((await signUp(app, '/it/contact')).status).toBe(404)
    expect((await app.post('/it/my-data', new URLSearchParams({ email: ada }))).status).toBe(404)
    await confirmIn(app, '/contact', ada)
    await app.askForData(ada)
    const dataPage = await app.request(await app.linkTo(ada, 'my-data'))
    expect(await dataPage.text()).not.toContain('Send me the newsletter')
    await app.db.updateTable('subscribers').set({ language: 'it' }).execute()
    const link = await app.linkTo(ada, 'unsubscribe')
    expect(link).toMatch(/^\/it\//)
    const left = await app.post(link)
    expect(await left.text()).toContain('<html lang="en"')
    expect(await app.statusOf(ada)).toBe('unsubscribed')
  },
)
