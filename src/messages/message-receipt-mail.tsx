import { site } from '#content/content.ts'
import { siteLanguage } from '#content/site-language.ts'
import type { Language, Words } from '#language.ts'
import { renderMail, type MailContent } from '#mail/layout/render-mail.tsx'
import type { FindDrafts, MailDeclaration, MailOptions } from '#mail/mail-declaration.ts'

export const messageReceiptKind = {
  name: 'message-receipt',
  queue: 'receipts',
  to: 'visitor',
  ignores: ['not-me'],
  isUnconfirmed: true,
  about: {
    table: 'messages',
    title: {
      en: 'Confirmation that we received your message',
      it: 'Conferma di ricezione del messaggio',
    },
  },
  title: 'Receipt for a message',
  sample: messageReceiptMail,
  findDrafts: messageReceiptDrafts,
} satisfies MailDeclaration

function messageReceiptDrafts({ publicUrl }: MailOptions): FindDrafts {
  return async (db, messageIds) => {
    const messages = await db
      .selectFrom('messages')
      .select(['id', 'email', 'email_key', 'language'])
      .where('id', 'in', messageIds)
      .execute()
    return messages.map(({ id, email, email_key, language }) => ({
      aboutId: id,
      to: email,
      emailKey: email_key,
      render: () => messageReceiptMail(publicUrl, siteLanguage(language)),
    }))
  }
}

const words = {
  en: {
    subject: `We’ve received your message to ${site.brand}`,
    title: 'We’ve received your message',
    thanks: "Thank you for reaching out! We'll get back to you shortly.",
    notYou:
      'Didn’t write to us? Someone may have entered your address, perhaps by mistake. Use “My data” below to see or erase what we hold.',
  },
  it: {
    subject: `Il tuo messaggio a ${site.brand} è arrivato`,
    title: 'Abbiamo ricevuto il tuo messaggio',
    thanks: 'Grazie per averci scritto! Avrai presto una nostra risposta.',
    notYou:
      'Il messaggio non è tuo? Qualcuno potrebbe aver inserito il tuo indirizzo, forse per errore. In «I miei dati», qui sotto, puoi vedere o cancellare ciò che conserviamo.',
  },
} satisfies Words

/** Goes to an address that anybody may have typed: it repeats neither the message nor the name. */
function messageReceiptMail(publicUrl: string, language: Language): MailContent {
  const { subject, title, thanks, notYou } = words[language]
  return renderMail({ language, subject, title, parts: [thanks, notYou], publicUrl })
}
