import { createSocket } from 'node:dgram'
import { Resolver } from 'node:dns/promises'
import { once } from 'node:events'
import { expect, onTestFinished, test } from 'vitest'
import { dialects } from '../../test/support/databases.ts'
import { openOutbox } from '../../test/support/open-outbox.ts'
import { openMailServer } from '../../test/support/mail-server.ts'
import { suppress } from '#mail/suppressions.ts'
import { checkMailRecords, checkMailServer, checkOutbox } from './check-mail.ts'

/** Checks a domain against a DNS server that answers with this TXT record, NXDOMAIN (`null`), or not at all. */
async function findingsWithRecords(
  textOf: (name: string) => string | null | undefined,
  timeout = 30_000,
) {
  const server = createSocket('udp4', (question, { port, address }) => {
    const end = question.indexOf(0, 12)
    // A length byte precedes each label of the name.
    const text = textOf(question.toString('latin1', 13, end).replaceAll(/[^\w-]/g, '.'))
    if (text === undefined) return
    const asked = question.subarray(0, end + 5)
    asked.writeUInt16BE(text === null ? 0x81_83 : 0x81_80, 2)
    asked.writeUInt16BE(text === null ? 0 : 1, 6)
    asked.writeUInt16BE(0, 10)
    const { length } = text ?? ''
    const record = Buffer.from([0xc0, 12, 0, 16, 0, 1, 0, 0, 0, 0, 0, length + 1, length])
    const answer = text === null ? [asked] : [asked, record, Buffer.from(text)]
    server.send(answer, port, address)
  }).bind(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  const resolver = new Resolver({ timeout, tries: 1 })
  resolver.setServers([`127.0.0.1:${server.address().port}`])
  const findings = await checkMailRecords({ sender: 'hello@example.com' }, resolver)
  return findings.map(({ subject, message }) => `${subject}: ${message}`)
}

test('SPF, DKIM and DMARC records are recognised by their content, not only by their name', async () => {
  const records: Record<string, string> = {
    'example.com': 'v=spf1 mx -all',
    'google._domainkey.example.com': 'k=rsa; p=MIIB',
    '_dmarc.example.com': 'v=DMARC1; p=none',
  }
  expect(await findingsWithRecords((name) => records[name] ?? null)).toEqual(
    ['SPF', 'DKIM', 'DMARC'].map((subject) => `${subject}: example.com has a record`),
  )
  expect(await findingsWithRecords(() => 'site-verification=1')).toEqual([
    'SPF: example.com has no record',
    'DKIM: example.com has no key under the usual selectors',
    'DMARC: example.com has no record',
  ])
})

test('SPF, DKIM and DMARC are not reported as missing if DNS does not answer', async () => {
  const findings = await findingsWithRecords(
    (name) => (name === 'example.com' ? null : undefined),
    100,
  )
  expect(findings).toEqual([
    'SPF: example.com has no record',
    expect.stringMatching(/^DKIM: DNS does not answer/),
    expect.stringMatching(/^DMARC: DNS does not answer/),
  ])
})

test('doctor reports each problem of the mail server with its cause', async () => {
  const auth = (password: string) => (password === 'secret' ? '235 welcome' : undefined)
  const guarded = await openMailServer({ auth })
  const open = await openMailServer()
  // A loopback address that the check doesn't recognise as this machine.
  const elsewhere = open.url.replace('127.0.0.1', '[::ffff:127.0.0.1]')
  for (const [url, expected] of [
    [undefined, 'failure: SMTP_URL is not set'],
    [guarded.url.replace('secret', 'wrong'), 'rejects the login'],
    ['smtp://127.0.0.1:1', 'failure: 127.0.0.1:1 cannot be reached'],
    [guarded.url, 'ok: .* accepts the login'],
    [`${guarded.url}?requireTLS=false`, 'warning: .* in clear text'],
    [open.url, 'ok: .* is reachable$'],
    [elsewhere, 'warning: .* has no user'],
  ] as const) {
    const { level, message } = await checkMailServer(url)
    expect(`${level}: ${message}`).toMatch(new RegExp(expected))
  }
})

for (const dialect of dialects) {
  test(`doctor warns about mail that waits too long or failed, and counts suppressions (${dialect})`, async () => {
    const { db, clock, queue } = await openOutbox(dialect)
    const now = clock()
    const findingsAfter = async (hours: number) => {
      const later = new Date(now.getTime() + hours * 3_600_000)
      const findings = await Array.fromAsync(checkOutbox(db, later))
      return findings.map(({ level, message }) => `${level}: ${message}`)
    }
    expect(await findingsAfter(0)).toEqual(['ok: nothing waiting'])
    await queue()
    expect(await findingsAfter(0.2)).toEqual(['ok: 1 waiting, the oldest for 12 min'])
    expect(await findingsAfter(2)).toEqual(['warning: 1 waiting, the oldest for 2.0 h'])
    await db.updateTable('outbox').set({ status: 'failed' }).execute()
    await suppress(db, ['gone@example.com'], { cause: 'bounce', reason: '550 5.1.1 unknown' }, now)
    expect(await findingsAfter(2)).toEqual([
      'ok: nothing waiting',
      'warning: 1 could not be delivered',
      'ok: 1 address gets no mail',
    ])
  })
}
