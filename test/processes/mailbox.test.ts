import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { createSmtpTransport } from '#mail/smtp.ts'
import { createInbox } from '../../scripts/mailbox/inbox.ts'
import { createInboxPages } from '../../scripts/mailbox/inbox-pages.ts'

test('the mailbox shows a received mail with its links, and runs no script of it', async () => {
  const inbox = createInbox()
  const pages = createInboxPages(inbox)
  const get = (path: string, host = 'localhost:8025') => pages.request(`http://${host}${path}`)
  await new Promise<void>((resolve) => inbox.smtp.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => inbox.smtp.close())
  expect(await (await get('/')).text()).toContain('No mail yet')

  const { port } = inbox.smtp.server.address() as AddressInfo
  const transport = createSmtpTransport({
    url: `smtp://any:password@127.0.0.1:${port}`,
    from: 'us@company.example',
  })
  onTestFinished(() => transport.close())
  const sent = await transport.send({
    to: 'ada@example.com',
    subject: '<script>alert(1)</script>',
    html: '<html><head><title>x</title></head><body><a href="http://localhost:3000/c?t=1">Go</a>',
    text: 'Go to http://localhost:3000/c?t=1&u=2\n<b>now</b>',
    unsubscribeUrl: 'http://localhost:3000/unsubscribe?t=3',
    messageId: 'one@company.example',
    date: new Date(),
  })
  expect(sent).toEqual({ kind: 'sent' })

  const page = await (await get('/mail/1')).text()
  expect(page).toContain('ada@example.com')
  expect(page).toContain('&lt;script&gt;alert(1)&lt;/script&gt;')
  expect(page).toContain('&lt;b&gt;now&lt;/b&gt;')
  expect(page).toContain('href="http://localhost:3000/c?t=1&amp;u=2" target="_blank"')
  expect(page).toContain('href="http://localhost:3000/unsubscribe?t=3" target="_blank"')
  expect(page).toContain('sandbox="allow-popups allow-popups-to-escape-sandbox"')
  const letter = await get('/mail/1/html')
  expect(await letter.text()).toContain('<head><base target="_blank"><title>')
  expect(letter.headers.get('Content-Security-Policy')).toMatch(/^sandbox .*default-src 'none'/)
  expect(await (await get('/mail/1/source')).text()).toContain('Message-ID: <one@company.example>')
  expect((await get('/mail/1', 'evil.example:8025')).status).toBe(403)
})
