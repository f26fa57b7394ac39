import { site } from '#content/content.ts'
import { siteLanguage } from '#content/site-language.ts'
import type { Language, Words } from '#language.ts'
import { renderMail, type MailContent } from '#mail/layout/render-mail.tsx'
import type { FindDrafts } from '#mail/mail-kinds.ts'

export function messageReceiptDrafts(publicUrl: string): FindDrafts {
  return async (trx, messageIds) => {
    const messages = await trx
      .selectFrom('messages')
      .select(['id', 'email', 'email_key', 'language'])
      .where('id', 'in', messageIds)
      .execute()
    return messages.map(({ id, email, email_key, language }) => ({
      aboutId: id,
      to: email,
      emailKey: email_key,
      write: () => messageReceiptMail(siteLanguage(language), publicUrl),
    }))
  }
}

const words = {
  en: {
    subject: `We've received your message to ${site.brand}`,
    title: "We've received your message",
    thanks: "Thank you for reaching out! We'll get back to you shortly.",
    notYou:
      'If you did not write to us, someone entered your address by mistake. Use “My data” below to see or erase what we hold.',
  },
  it: {
    subject: `Il messaggio a ${site.brand} è arrivato`,
    title: 'Il messaggio è arrivato',
    thanks: 'Grazie per averci scritto! Risponderemo al più presto.',
    notYou:
      'Se il messaggio è di un’altra persona, questo indirizzo è stato inserito per errore. Da «I miei dati», qui sotto, si può vedere o cancellare ciò che conserviamo.',
  },
} satisfies Words

/** Goes to an address that anybody may have typed: it repeats neither the message nor the name. */
export function messageReceiptMail(language: Language, publicUrl: string): MailContent {
  const { subject, title, thanks, notYou } = words[language]
  return renderMail({ language, subject, title, parts: [thanks, notYou], publicUrl })
}
