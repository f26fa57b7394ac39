import { expect, test } from 'vitest'
import { checkExampleDomains } from './check-settings.ts'

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
