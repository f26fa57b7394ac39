import { Fragment } from 'react'
import { colour } from '#colours.ts'
import { longTime } from '#long-time.ts'
import { Paragraph, plainTable, SmallPrint } from '#mail/layout/mail-parts.tsx'
import type { FindDrafts, MailDeclaration, MailOptions } from '#mail/mail-declaration.ts'
import { emailKeyOf } from '#email-address.ts'
import { renderMail, type MailContent } from '#mail/layout/render-mail.tsx'
import { contactFields, isOneLine, type ContactValues } from '#submission-fields.ts'

export const messageNoticeKind = {
  name: 'message-notice',
  queue: 'notices',
  to: 'owner',
  ignores: [],
  isUnconfirmed: false,
  about: {
    table: 'messages',
    title: { en: 'Copy of your message, sent to us', it: 'Copia del tuo messaggio, inviata a noi' },
  },
  title: 'Notice of a message, to you',
  sample: () => messageNoticeMail(messageNoticeSample),
  findDrafts: messageNoticeDrafts,
} satisfies MailDeclaration

function messageNoticeDrafts({ contactTo }: MailOptions): FindDrafts {
  return async (db, messageIds) => {
    const messages = await db
      .selectFrom('messages')
      .selectAll()
      .where('id', 'in', messageIds)
      .execute()
    return messages.map((message) => {
      const receivedAt = new Date(message.received_at)
      // The visitor goes in Reply-To: mail From their domain would fail DMARC.
      const render = () => ({
        ...messageNoticeMail({ values: message, receivedAt }),
        replyTo: `${message.name.replaceAll(/[<>]/g, '')} <${message.email}>`,
      })
      const emailKey = emailKeyOf(contactTo)
      const names = oneLine.map(({ name }) => message[name])
      return { aboutId: message.id, to: contactTo, emailKey, names, render }
    })
  }
}

const oneLine = contactFields.filter(isOneLine)
const multiLine = contactFields.filter((field) => !isOneLine(field))

interface NoticeProps {
  values: ContactValues
  receivedAt: Date
}

/** To the owner. The only mail with a visitor's own words in it. */
export function messageNoticeMail({ values, receivedAt }: NoticeProps): MailContent {
  const title = `Message from ${values.name}`
  const ending = `Received on ${longTime('en', receivedAt)}. Reply to this email to answer ${values.email}.`
  const filledIn = oneLine.filter(({ name }) => values[name] !== '')
  const sender = filledIn.map(({ name, words }, index) => (
    <Fragment key={name}>
      {index > 0 && <br />}
      {words.en.label}: <bdi>{values[name]}</bdi>
    </Fragment>
  ))
  const lines = filledIn.map(({ name, words }) => `${words.en.label}: ${values[name]}`)
  return renderMail({
    language: 'en',
    subject: title,
    title,
    preview: values.message,
    parts: [
      { html: <Paragraph>{sender}</Paragraph>, text: lines.join('\n') },
      ...multiLine.map(({ name }) => ({
        html: <Quote text={values[name]} />,
        text: values[name],
      })),
      { html: <SmallPrint margin="16px 0 0">{ending}</SmallPrint>, text: ending },
    ],
  })
}

function Quote({ text }: { text: string }) {
  const borderLeft = `3px solid ${colour('accent-fill').light}`
  return (
    <table {...plainTable}>
      <tbody>
        <tr>
          <td style={{ padding: '4px 0 4px 16px', borderLeft }}>
            {text.split('\n').map((line, index) => (
              <p key={index} dir="auto" style={{ margin: 0, minHeight: '1.6em' }}>
                {line}
              </p>
            ))}
          </td>
        </tr>
      </tbody>
    </table>
  )
}

export const messageNoticeSample: NoticeProps = {
  values: {
    name: 'Ada Rossi',
    email: 'ada.rossi@example.com',
    message:
      'Good morning,\n\nWe answer 40 questionnaires a year. When can we try the tool?\n\nAda',
  },
  receivedAt: new Date('2026-03-01T10:00:00.000Z'),
}
