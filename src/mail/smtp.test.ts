import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { expect, test, vi } from 'vitest'
import { freePort } from '../../test/support/free-port.ts'
import {
  type Replies,
  hangUp,
  openMailServer,
  openTransport,
  silence,
} from '../../test/support/mail-server.ts'
import { checkSmtp } from './smtp.ts'

// "deferred" is temporary and about this mail: the server had seen its recipient or content.
const failures: [name: string, script: Replies, outcome: string][] = [
  ['hangs up at once', { greeting: hangUp }, 'temporary'],
  ['says nothing', { greeting: silence }, 'temporary'],
  ['greets with 421', { greeting: '421 too busy' }, 'temporary'],
  ['greets with 554', { greeting: '554 no service for you' }, 'temporary'],
  ['greets too late', { greeting: { line: '220 here', afterMs: 2000 } }, 'temporary'],
  ['is silent after EHLO', { ehlo: silence }, 'temporary'],
  ['answers 535 to AUTH', { auth: '535 5.7.8 wrong' }, 'authentication'],
  ['answers 550 to AUTH', { auth: '550 no' }, 'authentication'],
  ['answers 454 to AUTH', { auth: '454 try later' }, 'temporary'],
  ['hangs up at AUTH', { auth: hangUp }, 'temporary'],
  ['wants a login at MAIL', { mail: '530 5.7.0 authentication required' }, 'authentication'],
  ['wants another login at MAIL', { mail: '534 5.7.9 too weak' }, 'authentication'],
  ['answers 421 to MAIL', { mail: '421 closing' }, 'temporary'],
  ['answers 421 to RCPT', { rcpt: '421 closing' }, 'temporary'],
  ['answers 421 to DATA', { data: '421 closing' }, 'temporary'],
  ['answers 421 after the dot', { dot: '421 closing' }, 'temporary'],
  ['hangs up at MAIL', { mail: hangUp }, 'temporary'],
  ['hangs up at RCPT', { rcpt: hangUp }, 'temporary'],
  ['hangs up at DATA', { data: hangUp }, 'temporary'],
  ['is silent at DATA', { data: silence }, 'temporary'],
  ['denies relaying at RCPT', { rcpt: '554 5.7.1 relay access denied' }, 'rejected-message'],
  ['wants a login at RCPT', { rcpt: '530 5.7.0 authenticate first' }, 'rejected-message'],
  ['hangs up after the dot', { dot: hangUp }, 'in_doubt'],
  ['is silent after the dot', { dot: silence }, 'in_doubt'],
  ['sends an invalid reply after the dot', { dot: 'thank you' }, 'in_doubt'],
  ['answers 503 (bad sequence) to RCPT', { rcpt: '503 bad sequence of commands' }, 'temporary'],
  ['sends a NUL in its reply to RCPT', { rcpt: '550 no\0body' }, 'rejected-recipient'],
]
for (const code of [450, 451, 452, 550, 554]) {
  const refused = code < 500 ? 'deferred' : 'rejected-message'
  failures.push(
    [`answers ${code} to MAIL`, { mail: `${code} no` }, code < 500 ? 'temporary' : refused],
    [
      `answers ${code} to RCPT`,
      { rcpt: `${code} no` },
      code < 500 ? refused : 'rejected-recipient',
    ],
    [`answers ${code} to DATA`, { data: `${code} no` }, refused],
    [`answers ${code} after the dot`, { dot: `${code} no` }, refused],
  )
}

for (const [name, script, outcome] of failures) {
  test.concurrent(`a mail server that ${name} gives the outcome ${outcome}`, async ({
    onTestFinished: atEnd,
  }) => {
    const server = await openMailServer(script, 0, atEnd)
    const isSilent = Object.values(script).some((reply) => reply === silence)
    const timeouts = isSilent ? { silenceMs: 3000 } : { silenceMs: 60_000, mailMs: 60_000 }
    const result = await openTransport(server.url, timeouts, atEnd).send()
    const [kind, isAboutMail] = outcome === 'deferred' ? ['temporary', true] : [outcome, undefined]
    const reason = expect.stringMatching(/^\P{Cc}+$/u) as string
    expect(result).toEqual({ kind, reason, isAboutMail })
    const dots = server.lines.filter((line) => line === '.')
    expect(dots.length).toBe(script.dot === undefined ? 0 : 1)
  })
}

test('a mail server that cannot be reached gives the outcome temporary', async () => {
  const port = await freePort()
  for (const host of ['127.0.0.1', 'nobody.invalid']) {
    const { send } = openTransport(`smtp://${host}:${port}`)
    expect(await send()).toMatchObject({ kind: 'temporary' })
  }
})

test('a mail server that hangs up inside DATA gives the outcome temporary', async () => {
  const server = await openMailServer({ inside: hangUp })
  const text = 'a line of the letter\n'.repeat(400_000)
  expect(await openTransport(server.url).send({ text })).toMatchObject({ kind: 'temporary' })
})

test('a reply that never ends is aborted at the deadline, and the mail is in doubt', async () => {
  const server = await openMailServer({ dot: '250-wait' })
  const transport = openTransport(server.url, { silenceMs: 60_000, mailMs: 2000 })
  expect(await transport.send()).toMatchObject({ kind: 'in_doubt' })
  expect(await transport.send()).toMatchObject({ kind: 'in_doubt' })
})

test('a mail aborted at its deadline does not abort another in flight', async () => {
  const server = await openMailServer({
    rcpt: (address) => (address.startsWith('slow') ? silence : undefined),
    dot: { line: '250 taken', afterMs: 1000 },
  })
  const transport = openTransport(server.url, { silenceMs: 60_000, mailMs: 2000 })
  const slow = transport.send({ to: 'slow@example.com', messageId: 'slow@spunta.example' })
  await new Promise((resolve) => setTimeout(resolve, 1500))
  const other = transport.send()
  expect(await slow).toMatchObject({ kind: 'temporary' })
  expect(await other).toEqual({ kind: 'sent' })
})

test('if the server allows one connection, the next mail uses that one', async () => {
  let connections = 0
  const tooMany = { line: '421 too many connections', afterMs: 500 }
  const server = await openMailServer({ greeting: () => (++connections > 1 ? tooMany : undefined) })
  const transport = openTransport(server.url)
  const [first, second] = await Promise.all([transport.send(), transport.send()])
  expect([first.kind, second.kind]).toEqual(['sent', 'temporary'])
  expect(await transport.send()).toEqual({ kind: 'sent' })
})

test('mail is sent if the server greets slowly', async () => {
  const server = await openMailServer({ greeting: { line: '220 here', afterMs: 150 } })
  expect(await openTransport(server.url).send()).toEqual({ kind: 'sent' })
})

test('a server with an invalid certificate gets neither the password nor the mail', async () => {
  for (const protocol of ['smtp', 'smtps']) {
    const onAuth = vi.fn()
    const onData = vi.fn()
    const server = new SMTPServer({ secure: protocol === 'smtps', logger: false, onAuth, onData })
    server.on('error', () => {})
    await once(server.listen(0, '127.0.0.1'), 'listening')
    const { port } = server.server.address() as AddressInfo
    const outcome = await openTransport(`${protocol}://owner:secret@127.0.0.1:${port}`).send()
    const reason = expect.stringMatching(/certificate/) as string
    expect(outcome).toMatchObject({ kind: 'temporary', reason })
    expect([onAuth, onData].flatMap(({ mock }) => mock.calls)).toEqual([])
    await new Promise<void>((resolve) => server.close(() => resolve()))
  }
})

test('a password is sent to another machine only over TLS, unless requireTLS=false', async () => {
  const mailServer = await openMailServer({ auth: '235 welcome' })
  // Like a middlebox that strips STARTTLS. 0.0.0.0 is not recognised as this machine.
  const elsewhere = mailServer.url.replace('127.0.0.1', '0.0.0.0')
  expect((await openTransport(elsewhere).send()).kind).not.toBe('sent')
  expect((await checkSmtp(elsewhere)).kind).not.toBe('sent')
  expect(mailServer.lines.filter((line) => line.startsWith('AUTH'))).toEqual([])
  expect((await openTransport(`${elsewhere}?requireTLS=false`).send()).kind).toBe('sent')
})

test('a wrong password is an authentication failure, and the right one sends', async () => {
  const auth = (password: string) => (password === 'secret' ? '235 welcome' : undefined)
  const { url } = await openMailServer({ auth })
  const wrong = openTransport(url.replace('secret', 'another'))
  expect(await wrong.send()).toMatchObject({ kind: 'authentication' })
  expect(await openTransport(url).send()).toEqual({ kind: 'sent' })
})

test('mail is sent over a new connection if the server dropped the pooled one', async () => {
  const mailServer = await openMailServer()
  const transport = openTransport(mailServer.url)
  expect(await transport.send()).toEqual({ kind: 'sent' })
  await mailServer.hangUp()
  expect(await transport.send()).toEqual({ kind: 'sent' })
  expect(mailServer.received).toHaveLength(2)
})
