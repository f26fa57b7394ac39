import { expect, test } from 'vitest'
import { messageNoticeEmail, messageNoticeSample } from './message-notice-mail.tsx'

test('what a visitor typed cannot become markup in the letter to the owner', () => {
  const letter = messageNoticeEmail({
    name: '<b>Ada</b> & "Co"',
    email: "ada'<x>@example.com",
    message: '<img src=x onerror=alert(1)>\n</div><script>alert(2)</script>',
    receivedAt: new Date('2026-03-01T10:00:00.000Z'),
    publicUrl: 'https://www.example.com',
  })
  expect(letter.subject).toBe('Message from <b>Ada</b> & "Co"')
  expect(letter.html).not.toMatch(/<b>|<img|<script|<x>/)
  const line = '<p dir="auto" style="margin:0;min-height:1.6em">'
  expect(letter.html).toContain(`${line}&lt;img src=x onerror=alert(1)&gt;</p>${line}&lt;/div&gt;`)
  expect(letter.text).toContain('<img src=x onerror=alert(1)>\n</div><script>alert(2)</script>')
})

test('what an inbox shows of a long message ends with a whole sign', () => {
  const message = `a${'🌱'.repeat(300)}`
  const { html } = messageNoticeEmail({ ...messageNoticeSample, message })
  expect(html).toContain(`>a${'🌱'.repeat(199)}<`)
  expect(html.isWellFormed()).toBe(true)
})
