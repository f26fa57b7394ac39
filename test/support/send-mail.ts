import type { OutgoingMail } from '#mail/mail-headers.ts'
import { createSmtpTransport } from '#mail/smtp-transport.ts'

export const patience = { connectMs: 3000, greetingMs: 1000, silenceMs: 1000, mailMs: 6000 }

export const mail: OutgoingMail = {
  to: 'ada@example.com',
  subject: 'Please confirm',
  html: '<p>Hello</p>',
  text: 'Hello',
  messageId: 'one@spunta.example',
  date: new Date('2026-03-01T10:00:00.000Z'),
}

/** One mail through a connection of its own. */
export function send(url: string, changes: Partial<OutgoingMail> = {}) {
  const transport = createSmtpTransport({ url, from: 'Spunta <us@spunta.example>', patience })
  return transport.send({ ...mail, ...changes }).finally(() => transport.close({ force: true }))
}
