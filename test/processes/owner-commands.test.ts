import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { connect, type Target } from '#database/connect.ts'
import { openDatabase } from '#database/open-database.ts'
import { queueMails, queueOnce } from '#mail/outbox.ts'
import { suppress } from '#mail/suppressions.ts'
import { confirm } from '#subscribers/confirm.ts'
import { signupHashes, storeConsentTexts } from '#subscribers/consent.ts'
import { deleteExpired } from '#privacy/delete-expired.ts'
import { hashConsentTexts } from '#site/consent-texts.tsx'
import { admin, newAdminEnv } from '../support/admin.ts'
import { dialects } from '../support/databases.ts'
import { openMailServer } from '../support/mail-server.ts'
import { seedSubscribers } from '../support/seed-subscribers.ts'

const consentTexts = hashConsentTexts({
  line: 'I agree.',
  privacy: 'We keep little.',
  confirmation: 'I do.',
})

/** One subscriber with a consent, one queued mail and one failed mail. */
async function fillDatabase(target: Target) {
  await using database = await openDatabase(target)
  const { db } = database
  const now = new Date()
  await seedSubscribers(db, 1, 'pending', now)
  const { id } = await db.selectFrom('subscribers').select('id').executeTakeFirstOrThrow()
  const consentId = await db.transaction().execute(async (trx) => {
    await storeConsentTexts(trx, [{ en: consentTexts }], now)
    const consent = randomUUID()
    const asked = { id: consent, subscriber_id: id, asked_at: now.toISOString() }
    await trx
      .insertInto('consents')
      .values({ ...asked, ...signupHashes(consentTexts) })
      .execute()
    for (const kind of ['confirm-signup', 'message-receipt'] as const) {
      await queueMails(trx, [{ kind, aboutId: consent }], now)
    }
    return consent
  })
  const textHash = consentTexts.confirmation.hash
  await confirm(db, consentId, { language: 'en', textHash }, now)
  await db
    .updateTable('outbox')
    .set({ status: 'failed', last_error: '554 go away' })
    .where('kind', '=', 'message-receipt')
    .execute()
}

for (const dialect of dialects) {
  const other = dialect === 'sqlite' ? 'postgres' : 'sqlite'

  test(`a backup of ${dialect} restored into ${other} pauses mail until mail resume`, async () => {
    const { target, env } = await newAdminEnv(dialect)
    await fillDatabase(target)
    const file = join(env.DATA_DIR, 'one.db')
    // More days than a Date can hold.
    const made = await admin(env, ['backup', file, '--keep', '999999999'])
    expect(made.code).toBe(0)
    expect((await admin(env, ['backup', file])).stderr).toContain('exists already')
    const { env: fresh } = await newAdminEnv(other)
    expect((await admin(fresh, ['restore', file])).stderr).toContain('Run it again with --yes')
    expect((await admin(fresh, ['restore', file, '--yes'])).code).toBe(0)
    const mailServer = await openMailServer()
    const letter = await admin(
      { ...fresh, SMTP_URL: mailServer.url, PUBLIC_URL: 'https://www.example.com' },
      'letters send launch --yes --allow-sample-content'.split(' '),
    )
    expect(letter.stderr).toContain('all mail is paused')
    expect((await admin(fresh, ['mail', 'list'])).stderr).toContain('is paused')
    expect((await admin(fresh, ['mail', 'resume'])).code).toBe(0)
    expect((await admin(fresh, ['mail', 'list'])).stderr).not.toContain('is paused')
    const twice = await admin(fresh, ['restore', file, '--yes'])
    expect(twice.code).toBe(1)
    expect(twice.stderr).toContain('not empty')
  })

  test(`mail list shows queued and failed mail, and mail retry sends it again (${dialect})`, async () => {
    const { target, env } = await newAdminEnv(dialect)
    await fillDatabase(target)
    const { stdout } = await admin(env, ['mail', 'list', '--json'])
    const mails = JSON.parse(stdout) as { kind: string; status: string }[]
    expect(mails.map(({ kind, status }) => `${kind} ${status}`).toSorted()).toEqual([
      'confirm-signup queued',
      'message-receipt failed',
    ])
    const failed = await admin(env, ['mail', 'list', '--status', 'failed'])
    expect(failed.stdout).toMatch(/\(deleted\) .* 554 go away$/m)
    const retried = await admin(env, ['mail', 'retry'])
    expect(retried.stdout).toBe('Queued again: 1.\n')
    expect(retried.stderr).toContain('SMTP_URL is not set')
    expect((await admin(env, ['mail', 'list', '--status', 'failed', '--json'])).stdout).toBe('[]\n')
    await using database = connect(target)
    // Letter names may contain capitals, and so do the ids of their mail.
    const change = { id: 'Spring.0001', status: 'failed' } as const
    const update = database.db.updateTable('outbox').set(change)
    await update.where('kind', '=', 'message-receipt').execute()
    const gone = await admin(env, ['mail', 'retry', 'Spring.0001'])
    expect(gone).toMatchObject({ code: 1, stderr: expect.stringContaining('was deleted') })
    const { id } = await database.db.selectFrom('consents').select('id').executeTakeFirstOrThrow()
    const message = { id, name: 'Ada', email: 'ada@example.com', message: 'Hello' }
    const stored = { ...message, email_key: message.email, received_at: new Date().toISOString() }
    await database.db.insertInto('messages').values(stored).execute()
    const undecided = ['mail', 'retry', 'Spring.0001', '--letter', 'launch']
    expect((await admin(env, undecided)).code).toBe(2)
    const named = await admin(env, ['mail', 'retry', 'Spring.0001'])
    expect(named.stdout).toBe('Queued again: 1.\n')
  })

  test(`mail retry takes the id that mail list shows, also of a summary (${dialect})`, async () => {
    const { target, env } = await newAdminEnv(dialect)
    await using database = await openDatabase(target)
    for (const hour of ['2026-03-01T10', '2026-03-01T11'])
      await queueOnce(database.db, 'message-summary', hour, new Date())
    const { stdout } = await admin(env, ['mail', 'list'])
    const [id] = /^message-summary\S*/m.exec(stdout)!
    expect((await admin(env, ['mail', 'retry', id])).stdout).toBe('Queued again: 1.\n')
  })

  test(`mail check fails once mail has waited 15 minutes (${dialect})`, async () => {
    const { target, env } = await newAdminEnv(dialect)
    await fillDatabase(target)
    expect(await admin(env, ['mail', 'check'])).toMatchObject({ code: 0, stderr: '' })
    await using database = connect(target)
    const created_at = new Date(Date.now() - 15 * 60_000).toISOString()
    const waiting = database.db.updateTable('outbox').where('status', '=', 'queued')
    await waiting.set({ created_at, due_at: created_at }).execute()
    const stuck = await admin(env, ['mail', 'check'])
    expect(stuck.code).toBe(1)
    expect(stuck.stderr).toMatch(/SMTP_URL is not set[^]*1 waiting, the oldest for 16 min/)
    await database.db.updateTable('outbox').set({ status: 'sent' }).execute()
    expect((await admin(env, ['mail', 'check'])).code).toBe(0)
  })

  test(`consent prove prints the exact texts and their hashes (${dialect})`, async () => {
    const { target, env } = await newAdminEnv(dialect)
    await fillDatabase(target)
    const { stdout, code } = await admin(env, ['consent', 'prove', 'Person0@Example.com'])
    expect(code).toBe(0)
    for (const { hash, text } of Object.values(consentTexts)) {
      expect(stdout).toContain(`SHA-256 ${hash}`)
      expect(stdout).toContain(`--- Text ${hash}\n${text}\n---`)
    }
    expect(stdout).toMatch(/^Confirmed +20\d\d-\S+, with the button/m)
    expect(stdout).toContain('the texts below have exactly these hashes')
    const italian = await admin(env, ['consent', 'prove', 'person0@example.com', '--language=it'])
    expect(italian.stdout).toContain('i testi riportati sotto hanno esattamente questi hash')
    await using database = connect(target)
    const { db } = database
    const unconfirmed = { confirmed_at: null, confirm_hash: null, withdrawn_at: '2026-06-01' }
    await db.updateTable('consents').set(unconfirmed).execute()
    await db.updateTable('consent_texts').set({ text: 'Other words.' }).execute()
    const { stdout: unproven } = await admin(env, ['consent', 'prove', 'person0@example.com'])
    expect(unproven).toMatch(/^Confirmed +never\nEnded +2026-06-01$/m)
    expect(unproven).toMatch(/^Confirmation +no text on record\nChecked +THE TEXTS BELOW DO NOT/m)
    await db.deleteFrom('consents').execute()
    const { stdout: none } = await admin(env, ['consent', 'prove', 'person0@example.com'])
    expect(none).toMatch(/^No consent is on record\.$/m)
  })

  test(`data show and data erase cover all tables, even if only a my-data link is left (${dialect})`, async () => {
    const { target, env } = await newAdminEnv(dialect)
    await using database = await openDatabase(target)
    const email = 'ada@example.com'
    const asked_at = new Date().toISOString()
    await database.db
      .insertInto('data_links')
      .values({ id: 'link', email_key: email, asked_at })
      .execute()
    expect((await admin(env, ['data', 'show', email])).stdout).toContain('Links to your data')
    expect((await admin(env, ['data', 'erase', email, '--yes'])).stdout).toContain('Erased')
    expect((await admin(env, ['data', 'show', email])).stderr).toContain('Nothing is held')
    expect((await admin(env, ['data', 'erase', email])).stderr).toContain('Nothing is held')
    // A mail server's reply is untrusted.
    const reason = `550 \u001b[2J no\nsuch ${'x'.repeat(300)} user`
    await suppress(database.db, [email], { cause: 'bounce', reason }, new Date())
    await seedSubscribers(database.db, 1)
    await database.db.updateTable('subscribers').set({ email_key: email }).execute()
    const { stdout } = await admin(env, ['data', 'show', email])
    expect(stdout).toMatch(/^  reason: +550 \ufffd\[2J no such x+…$/m)
    expect(stdout).not.toContain('null')
  })

  test(`data no-more-email ends the subscription as the person's own wish, without end (${dialect})`, async () => {
    const { target, env } = await newAdminEnv(dialect)
    await using database = await openDatabase(target)
    const { db } = database
    await seedSubscribers(db, 1)
    const email = 'person0@example.com'
    const unsure = await admin(env, ['data', 'no-more-email', email])
    expect(unsure.code).not.toBe(0)
    expect(await db.selectFrom('suppressions').selectAll().execute()).toEqual([])
    const { stdout } = await admin(env, ['data', 'no-more-email', 'Person0@Example.com', '--yes'])
    expect(stdout).toContain(`${email} gets no more email`)
    const { status } = await db.selectFrom('subscribers').select('status').executeTakeFirstOrThrow()
    expect(status).toBe('unsubscribed')
    await deleteExpired(db, new Date('2099-01-01'))
    const wishes = db.selectFrom('suppressions').select(['email_key', 'cause'])
    expect(await wishes.execute()).toEqual([{ email_key: email, cause: 'person' }])
    expect((await admin(env, ['suppressions', 'remove', email])).stderr).toContain(
      'docs/privacy.md',
    )
  })

  test(`stats fits the terminal, and prints all figures as JSON (${dialect})`, async () => {
    const { target, env } = await newAdminEnv(dialect)
    await fillDatabase(target)
    await using database = connect(target)
    const asked = { day: new Date().toISOString().slice(0, 10), step: 'asked' as const }
    const domains = [
      { ...asked, domain: 'other', count: 20 },
      { ...asked, domain: 'outlook.com', count: 30 },
    ]
    await database.db.insertInto('funnel').values(domains).execute()
    const json = await admin(env, ['stats', '--json'])
    const stats = JSON.parse(json.stdout) as { signupsByDay: { signups: number }[] }
    expect(stats).toMatchObject({
      subscribers: { confirmed: 1, total: 1 },
      conversion: 1,
      mailWaiting: 1,
      funnel: [{ domain: 'outlook.com', asked: 30 }, { confirmed: 1 }],
      funnelWarnings: ['outlook.com: 0 of 30 signups confirmed (elsewhere 5%). Check DKIM.'],
    })
    expect(stats.signupsByDay).toHaveLength(30)
    expect(stats.signupsByDay.at(-1)!.signups).toBe(1)
    for (const COLUMNS of ['20', '80']) {
      const { stdout } = await admin({ ...env, COLUMNS }, ['stats'])
      const widest = Math.max(...stdout.split('\n').map((line) => line.length))
      expect(widest).toBeLessThanOrEqual(Number(COLUMNS))
      expect(stdout.toLowerCase()).toContain('mail domain')
      const today = COLUMNS === '80' ? `${asked.day}       0        1` : `day: ${asked.day}`
      expect(stdout).toContain(today)
    }
  })
}
