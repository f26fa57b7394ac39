import { expect, test } from 'vitest'
import { messageNoticeMail, messageNoticeSample } from './message-notice-mail.tsx'

test("markup in a visitor's message is escaped in the mail to the owner", () => {
  const mail = messageNoticeMail({
    ...messageNoticeSample,
    values: {
      ...messageNoticeSample.values,
      name: '<b>Ada</b> & "Co"',
      email: "ada'<x>@example.com",
      message: '<img src=x onerror=alert(1)>\n</div><script>alert(2)</script>',
    },
  })
  expect(mail.subject).toBe('Message from <b>Ada</b> & "Co"')
  expect(mail.html).not.toMatch(/<b>|<img|<script|<x>/)
  const line = '<p dir="auto" style="margin:0;min-height:1.6em">'
  expect(mail.html).toContain(`${line}&lt;img src=x onerror=alert(1)&gt;</p>${line}&lt;/div&gt;`)
  expect(mail.text).toContain('<img src=x onerror=alert(1)>\n</div><script>alert(2)</script>')
})

test('the preview of a long message does not end within a surrogate pair', () => {
  const message = `a${'🌱'.repeat(300)}`
  const { html } = messageNoticeMail({
    ...messageNoticeSample,
    values: { ...messageNoticeSample.values, message },
  })
  expect(html).toContain(`>a${'🌱'.repeat(199)}<`)
  expect(html.isWellFormed()).toBe(true)
})

test('the mail to the owner lists every one-line field with its label', () => {
  const { text, html } = messageNoticeMail(messageNoticeSample)
  expect(text).toContain('Name: Ada Rossi\nEmail: ada.rossi@example.com\n')
  expect(html).toContain('Name: <bdi>Ada Rossi</bdi><br/>Email: <bdi>ada.rossi@example.com</bdi>')
})
