import { expect, test } from 'vitest'
import { readConfig } from '#config.ts'
import { checkExampleDomains, checkPublicUrl } from './check-settings.ts'

test('doctor fails on each setting with an example domain, and names it', () => {
  const own = {
    publicUrl: 'https://www.counterexample.com',
    mailFrom: 'Us <hello@spunta.eu>',
    contactTo: 'owner@spunta.eu',
  }
  expect(checkExampleDomains(own)).toMatchObject({ level: 'ok' })
  for (const [change, place] of [
    [{ mailFrom: 'Your Brand <hello@example.com>' }, 'MAIL_FROM: example.com'],
    [{ contactTo: 'me@mail.example.org' }, 'CONTACT_TO: mail.example.org'],
    [{ contactTo: 'me@company.example' }, 'CONTACT_TO: company.example'],
    [{ publicUrl: 'https://www.site.test' }, 'PUBLIC_URL: www.site.test'],
    [{ publicUrl: 'https://site.invalid' }, 'PUBLIC_URL: site.invalid'],
  ] as const) {
    const { level, message } = checkExampleDomains({ ...own, ...change })
    expect([level, message.split('\n').slice(1)]).toEqual(['failure', [place]])
  }
})

test.each([
  ['http://localhost:3000', '0', ['PUBLIC_URL: failure']],
  ['http://www.example.com', '0', ['PUBLIC_URL: failure']],
  ['https://www.example.com', '0', ['PUBLIC_URL: ok', 'TRUST_PROXY: failure']],
  ['https://www.example.com', '1', ['PUBLIC_URL: ok', 'TRUST_PROXY: ok']],
])('PUBLIC_URL=%s with TRUST_PROXY=%s gives %j', (PUBLIC_URL, TRUST_PROXY, expected) => {
  const findings = checkPublicUrl(readConfig({ PUBLIC_URL, TRUST_PROXY }))
  expect(findings.map(({ subject, level }) => `${subject}: ${level}`)).toEqual(expected)
})
