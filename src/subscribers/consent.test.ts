import { createHash } from 'node:crypto'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import { dialects } from '../../test/support/databases.ts'
import { site } from '#content/content.ts'
import {
  consent,
  consents as byLanguage,
  noRows,
  openTestApp,
} from '../../test/support/test-app.ts'
import { nameTexts, shownTexts } from '#shown-texts.ts'
import { hashConsentTexts } from '#site/consent-texts.tsx'
import { storeConsentTexts } from './consent.ts'
import { readConsentProof } from './consent-proof.ts'

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

describe.each(dialects)('consent on %s', (dialect) => {
  test('is stored with the times of signup and confirmation and the hashes of the texts', async () => {
    const app = await openTestApp(dialect)
    await app.submit({ email: 'ada@example.com' })
    app.passDays(1)
    await app.post(await app.linkTo('ada@example.com', 'confirm'))
    app.passDays(1)
    await app.post(await app.linkTo('ada@example.com', 'unsubscribe'))
    const rows = await app.db.selectFrom('consents').selectAll().execute()
    expect(rows).toEqual([
      expect.objectContaining({
        asked_at: '2026-03-01T12:00:30.000Z',
        confirmed_at: '2026-03-02T12:00:30.000Z',
        withdrawn_at: '2026-03-03T12:00:30.000Z',
        line_hash: sha256(consent.line.text),
        privacy_hash: sha256(consent.privacy.text),
        confirm_hash: sha256(consent.confirmation.text),
      }),
    ])
  })

  test('of an earlier signup is still provable after a later signup', async () => {
    const app = await openTestApp(dialect)
    await app.submit({ email: 'ada@example.com' })
    await app.post(await app.linkTo('ada@example.com', 'confirm'))
    await app.post(await app.linkTo('ada@example.com', 'unsubscribe'))
    // With the clock set back, the proof still lists them by their times.
    app.passDays(-1)
    await app.submit({ email: 'ada@example.com' })
    const { consents } = (await readConsentProof(app.db, 'ada@example.com'))!
    expect(consents.map((row) => [row.confirmedAt !== null, row.withdrawnAt !== null])).toEqual([
      [false, false],
      [true, true],
    ])
  })

  test('is not proven by a stored text that no longer matches its hash', async () => {
    const app = await openTestApp(dialect)
    await app.submit({ email: 'ada@example.com' })
    await app.post(await app.linkTo('ada@example.com', 'confirm'))
    const isProven = async () =>
      (await readConsentProof(app.db, 'ada@example.com'))!.consents[0]!.textsMatchHashes
    expect(await isProven()).toBe(true)
    for (const { hash, text } of Object.values(consent)) {
      const change = app.db.updateTable('consent_texts').where('hash', '=', hash)
      await change.set({ text: 'Other words.' }).execute()
      expect(await isProven()).toBe(false)
      await change.set({ text }).execute()
    }
  })

  test('texts are stored once each, and again when a text changes', async () => {
    const app = await openTestApp(dialect)
    await app.processInbox()
    const changed = {
      line: consent.line.text,
      privacy: `${consent.privacy.text} Changed.`,
      confirmation: consent.confirmation.text,
    }
    const later = new Date('2027-01-01T00:00:00.000Z')
    await storeConsentTexts(app.db, [{ en: hashConsentTexts(changed) }], later)
    const texts = await app.db.selectFrom('consent_texts').selectAll().execute()
    const stored = Object.values(byLanguage).flatMap((shown) => Object.values(shown))
    expect(texts.map((row) => row.text).toSorted()).toEqual(
      [...new Set(stored.map(({ text }) => text)), changed.privacy].toSorted(),
    )
    expect(texts.find((row) => row.text === changed.privacy)?.first_seen_at).toBe(
      later.toISOString(),
    )
  })

  /** Texts of the last release, and an app whose release has others. */
  async function openAfterRelease() {
    const app = await openTestApp(dialect)
    const earlier = hashConsentTexts({
      line: 'Earlier line.',
      privacy: 'Earlier policy.',
      confirmation: 'Earlier button.',
    })
    const releasedAt = new Date('2026-01-01T00:00:00.000Z')
    await storeConsentTexts(app.db, [{ en: earlier }], releasedAt)
    return { app, earlier, shown: nameTexts(shownTexts.signup, earlier) }
  }

  test('names the texts of the pages that were shown, even if the site has newer ones by now', async () => {
    const { app, earlier, shown } = await openAfterRelease()
    await app.submit({ email: 'script@example.com' }, { 'consent-text': shown })
    await app.submitForm({ email: 'plain@example.com', website: '', consent: shown })
    await app.submit({ email: 'says-nothing@example.com' })
    const confirmation = new URLSearchParams({ consent: earlier.confirmation.hash })
    await app.post(await app.linkTo('script@example.com', 'confirm'), confirmation)
    await app.post(await app.linkTo('plain@example.com', 'confirm'))
    const agreed = async (email: string) => {
      const [proof] = (await readConsentProof(app.db, email))!.consents
      expect(proof!.textsMatchHashes).toBe(true)
      return [proof!.consentText, proof!.privacyText, proof!.confirmationText]
    }
    expect(await agreed('script@example.com')).toEqual([
      'Earlier line.',
      'Earlier policy.',
      'Earlier button.',
    ])
    expect(await agreed('plain@example.com')).toEqual([
      'Earlier line.',
      'Earlier policy.',
      consent.confirmation.text,
    ])
    expect(await agreed('says-nothing@example.com')).toEqual([
      consent.line.text,
      consent.privacy.text,
      null,
    ])
  })

  test('in texts that were never ours in that language is refused, and nothing is stored', async () => {
    const { app, earlier, shown } = await openAfterRelease()
    const { line, privacy, confirmation } = earlier
    const unknown = [
      'x',
      '\0',
      line.hash,
      sha256('Never ours.'),
      `${line.hash}.${sha256('Never ours.')}`,
      `${privacy.hash}.${line.hash}`,
      `${confirmation.hash}.${privacy.hash}`,
      `${shown}.${privacy.hash}`,
    ]
    const email = 'ada@example.com'
    for (const name of unknown) {
      await app.submitForm({ email, consent: name })
      if (name === '\0') continue
      const response = await app.submit({ email }, { 'consent-text': name })
      expect([response.status, (await response.json()).error.code]).toEqual([422, 'unknown-texts'])
    }
    const json = { 'content-type': 'application/json', 'consent-text': shown }
    const italian = await app.post('/it/contact', JSON.stringify({ email }), json)
    if (site.languages.includes('it')) expect(italian.status).toBe(422)
    expect((await app.submit({ email, consent: shown })).status).toBe(422)
    expect(await app.rows()).toEqual(noRows)

    await app.submit({ email })
    const link = await app.linkTo(email, 'confirm')
    const refused = await app.post(link, new URLSearchParams({ consent: line.hash }))
    expect(refused.status).toBe(422)
    expect(await app.statusOf(email)).toBe('pending')
  })
})

test('the signup form and the confirm page name the texts that they show', async () => {
  const app = await openTestApp('sqlite')
  const namedOn = async (path: string) =>
    /<input type="hidden" name="consent" value="(.*?)"\/>/.exec(
      await (await app.request(path)).text(),
    )?.[1]
  for (const path of ['/', '/newsletter/invalid']) {
    expect(await namedOn(path)).toBe(nameTexts(shownTexts.signup, consent))
  }
  await app.submit({ email: 'ada@example.com' })
  const link = await app.linkTo('ada@example.com', 'confirm')
  expect(await namedOn(link)).toBe(consent.confirmation.hash)
})

test('the stored consent line is the one shown above the signup button', async () => {
  const app = await openTestApp('sqlite')
  const html = await (await app.request('/')).text()
  const card = html.slice(html.indexOf('id="newsletter"'))
  const line = /<div class="[^"]*">(By signing up.*?)<\/div>/s.exec(card)?.[1]
  expect(line).toContain('<a href="/privacy">Privacy Policy</a>')
  expect(card.indexOf('By signing up')).toBeLessThan(card.indexOf('<button'))
  // Word joiners only control line breaks.
  expect(line?.replace(/<[^>]+>|\u2060/g, '')).toBe(renderToStaticMarkup(consent.line.text))
})

test('the stored confirmation text is the one shown above the confirm button, and names the company', async () => {
  const app = await openTestApp('sqlite')
  await app.submit({ email: 'ada@example.com' })
  const link = await app.linkTo('ada@example.com', 'confirm')
  const html = await (await app.request(link)).text()
  // It begins with the owner's promise of how often they write.
  const [promise] = consent.confirmation.text.split('By pressing') as [string]
  const shown = html.slice(html.indexOf(renderToStaticMarkup(promise.trim())))
  const words = /^(.*?By pressing the button.*?)<\/div>.*<button/s.exec(shown)?.[1]
  expect(words?.replace('</p>', ' ').replace(/<[^>]+>|\u2060/g, '')).toBe(
    renderToStaticMarkup(consent.confirmation.text),
  )
  for (const text of [consent.line.text, consent.confirmation.text]) {
    expect(text).toContain(`from ${site.company.name} ${site.company.legalForm}`)
    expect(text).toMatch(/unsubscribe.* every newsletter|every newsletter.* unsubscribe/i)
  }
  expect(consent.confirmation.text).toContain('withdraw your consent at any time')
})
