import PostalMime from 'postal-mime'
import { expect, test } from 'vitest'
import { openMailServer, openTransport } from '../../test/support/mail-server.ts'

test('mail has the headers of RFC 5322, and a letter has List-Unsubscribe in addition', async () => {
  const mailServer = await openMailServer()
  const { send } = openTransport(mailServer.url)
  const unsubscribeUrl = `https://spunta.example/unsubscribe?token=${'t'.repeat(120)}`
  await send({ replyTo: 'visitor@example.org' })
  await send({ unsubscribeUrl, subject: 'Siamo pronti · €', letter: 'launch' })
  const from = 'Spunta <us@mail.subsidiary.example>'
  await send({ unsubscribeUrl, letter: 'welcome', isAutomatic: true, from })
  const [notice, newsletter, welcome] = await Promise.all(
    mailServer.received.map(async ({ raw }) => {
      const { headers } = await PostalMime.parse(raw)
      return Object.fromEntries(headers.map(({ key, value }) => [key, value]))
    }),
  )
  expect(notice).toMatchObject({
    from: 'Spunta <us@spunta.example>',
    to: 'ada@example.com',
    'reply-to': 'visitor@example.org',
    date: 'Sun, 01 Mar 2026 10:00:00 +0000',
    'message-id': '<one@spunta.example>',
    'auto-submitted': 'auto-generated',
  })
  expect(notice).not.toHaveProperty('list-unsubscribe')
  expect(newsletter).toMatchObject({ 'list-unsubscribe-post': 'List-Unsubscribe=One-Click' })
  expect(newsletter).not.toHaveProperty('auto-submitted')
  expect(newsletter).toMatchObject({
    'feedback-id': 'launch:spunta.example',
    'list-id': '<newsletter.spunta.example>',
    precedence: 'bulk',
    'x-mailgun-track': 'no',
  })
  expect(welcome).toMatchObject({
    'auto-submitted': 'auto-generated',
    'list-unsubscribe-post': 'List-Unsubscribe=One-Click',
    'feedback-id': 'welcome:sidiary.example',
  })
  expect(mailServer.received[1]!.raw.split('\r\n')).toContain(
    `List-Unsubscribe: <${unsubscribeUrl}>`,
  )
  expect(await PostalMime.parse(mailServer.received[1]!.raw)).toMatchObject({
    subject: 'Siamo pronti · €',
    text: 'Hello\n',
    html: '<p>Hello</p>\n',
  })
})

test('line breaks and tabs in a name become spaces in the To header', async () => {
  const mailServer = await openMailServer()
  await openTransport(mailServer.url).send({ to: 'Ada\r\n\tLovelace\u0085 <ada@example.com>' })
  expect(mailServer.received[0]!.raw.split('\r\n')).toContain('To: Ada Lovelace <ada@example.com>')
})

test('line separators and bidi marks are removed from a subject', async () => {
  const mailServer = await openMailServer()
  await openTransport(mailServer.url).send({ subject: 'From Ada\u2028Rossi \u202egnp.exe\u2066' })
  const { subject } = await PostalMime.parse(mailServer.received[0]!.raw)
  expect(subject).toBe('From Ada Rossi  gnp.exe')
})

test('line breaks and commas in subject, To or Reply-To add no header and no recipient', async () => {
  const mailServer = await openMailServer()
  const { send } = openTransport(mailServer.url)
  const evil = 'x\r\nBcc: victim@example.net\r\n\r\nbody'
  expect(await send({ subject: evil })).toEqual({ kind: 'sent' })
  expect(await send({ to: `${evil} <ada@example.com>` })).toEqual({ kind: 'sent' })
  const odd = String.raw`Ada, "Co" \ è; (x@y.example)`
  expect(await send({ replyTo: `${odd} <visitor@example.org>` })).toEqual({ kind: 'sent' })
  const refused = [
    { to: 'ada@example.com, victim@example.net' },
    { to: 'a <ada@example.com>, <victim@example.net' },
    { to: 'ada@example.com\r\nRCPT TO: victim@example.net' },
    { replyTo: 'visitor@example.org, victim@example.net' },
    { replyTo: 'v@example.org>\r\nBcc: victim@example.net' },
  ]
  for (const changes of refused) {
    expect(await send(changes)).toMatchObject({ kind: 'rejected-message' })
  }
  expect(mailServer.received.flatMap(({ to }) => to)).toEqual([
    'ada@example.com',
    'ada@example.com',
    'ada@example.com',
  ])
  expect((await PostalMime.parse(mailServer.received[2]!.raw)).replyTo).toEqual([
    { name: String.raw`Ada,  Co  \ è; (x@y.example)`, address: 'visitor@example.org' },
  ])
  for (const { raw } of mailServer.received) {
    const arrived = await PostalMime.parse(raw)
    expect(arrived.headers.map(({ key }) => key)).not.toContain('bcc')
    expect(arrived.to).toMatchObject([{ address: 'ada@example.com' }])
    expect(arrived.text).toBe('Hello\n')
  }
})
