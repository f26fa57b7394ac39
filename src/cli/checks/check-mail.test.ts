import { createSocket } from 'node:dgram'
import { Resolver } from 'node:dns/promises'
import { once } from 'node:events'
import { expect, onTestFinished, test } from 'vitest'
import { checkMailRecords } from './check-mail.ts'

const noSuchName = 3

test('a record that DNS gave no answer about is not said to be missing', async () => {
  // Of the domain itself it says that there is no record; about all names below it, nothing.
  const server = createSocket('udp4', (question, { port, address }) => {
    if (/_dmarc|_domainkey/.test(question.toString('latin1'))) return
    const answer = Buffer.from(question)
    answer.writeUInt16BE(0x81_80 | noSuchName, 2)
    server.send(answer, port, address)
  }).bind(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  const resolver = new Resolver({ timeout: 100, tries: 1 })
  resolver.setServers([`127.0.0.1:${server.address().port}`])
  const findings = await checkMailRecords({ sender: 'hello@example.com' }, resolver)
  expect(findings.map(({ subject, message }) => `${subject}: ${message}`)).toEqual([
    'SPF: example.com has no record',
    expect.stringMatching(/^DKIM: DNS does not answer, .* is not known$/),
    expect.stringMatching(/^DMARC: DNS does not answer, .* is not known$/),
  ])
})
