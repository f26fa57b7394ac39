import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { site as content } from '#content/content.ts'
import { pitchTexts } from '#content/pitch-texts.ts'
import type { Db } from '#database/schema.ts'
import { openDatabase } from '#database/open-database.ts'
import { confirmUrl } from '#subscribers/subscription-links.ts'
import { localPath, routes } from '#routes.ts'
import { consentTexts } from '#site/consent-texts.tsx'
import { eventually } from '../support/open-outbox.ts'
import { openMailServer, recipients } from '../support/mail-server.ts'
import { seedSubscribers } from '../support/seed-subscribers.ts'
import { makeScratchSite } from '../../tools/rehearsal/scratch-site.ts'

const url = 'https://tool.example.com/'

/** A build whose launch lies ahead, its database and its mail server. */
async function openSite() {
  const mailServer = await openMailServer()
  const folder = mkdtempSync(join(tmpdir(), 'launch-'))
  const target = { kind: 'sqlite' as const, file: join(folder, 'site.db') }
  const options = { target, smtpUrl: mailServer.url, mailPerSecond: 10 }
  const site = await makeScratchSite(folder, options)
  const database = await openDatabase(target)
  onTestFinished(() => database.close())
  const exported = () => readFileSync(join(folder, 'dist/static/index.html'), 'utf8')
  return { ...site, mailServer, db: database.db, exported }
}

/** The texts that a signup has agreed to, once it is stored. */
async function consentOf(db: Db, email: string) {
  const found = db
    .selectFrom('consents')
    .innerJoin('subscribers', 'subscribers.id', 'subscriber_id')
    .select(['consents.id', 'line_hash', 'confirm_hash'])
    .where('email', '=', email)
  return await vi.waitFor(() => found.executeTakeFirstOrThrow(), { timeout: 120_000 })
}

test('pages, consent texts and the export of one build change at the launch time, without a new build', async () => {
  const { db, exported, ...site } = await openSite()
  const { openTool } = pitchTexts('en', true)
  for (const isLaunched of [false, true]) {
    if (isLaunched) site.launchAt(new Date(Date.now() - 1000))
    const server = await site.start()
    onTestFinished(async () => void (await server.stop('SIGKILL')))
    for (const language of content.languages) {
      const page = await (await fetch(server.url + localPath(language, routes.home))).text()
      expect(page.includes(pitchTexts(language, true).openTool)).toBe(isLaunched)
    }

    const { line, confirmation } = consentTexts('en', isLaunched && { url })
    const email = `${isLaunched ? 'late' : 'early'}@example.com`
    expect((await server.submit({ email })).status).toBe(200)
    const { id, line_hash } = await consentOf(db, email)
    expect(line_hash).toBe(line.hash)
    const options = { publicUrl: server.url, secret: site.secret }
    const link = confirmUrl(options, { id, language: 'en' }, new Date())
    const confirmed = await (await fetch(link, { method: 'POST' })).text()
    expect(confirmed.includes(openTool)).toBe(isLaunched)
    expect((await consentOf(db, email)).confirm_hash).toBe(confirmation.hash)
    await server.stop()

    const said = await site.exportPages()
    expect(said.includes('They announce the tool.')).toBe(!isLaunched)
    expect(exported().includes(openTool)).toBe(isLaunched)
  }
})

test('a letter that is bound to the launch waits for it, and follows a release that launches at another time', async () => {
  const { db, mailServer, ...site } = await openSite()
  await seedSubscribers(db, 3)
  const send = ['letters', 'send', 'launch', '--at', 'launch', '--yes']
  expect(await site.admin(...send)).toContain('Scheduled for the launch, ')
  const waiting = await site.start()
  const waits = 'Letter    launch goes out at the launch, 1 January 2999'
  await eventually(() => expect(waiting.output()).toContain(waits))
  await waiting.stop()
  expect(await site.admin('letters', 'list')).toContain('scheduled for the launch')
  site.launchAt(new Date(Date.now() - 1000))
  const launched = await site.start()
  onTestFinished(async () => void (await launched.stop('SIGKILL')))
  const goes = 'Letter    launch goes out now: the site is launched'
  await eventually(() => expect(launched.output()).toContain(goes))
  await eventually(() => expect(recipients(mailServer)).toHaveLength(3))
})
