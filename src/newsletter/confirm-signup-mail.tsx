import { site } from '#content/content.ts'
import { siteLanguage } from '#content/site-language.ts'
import { withoutIndex } from '#database/without-index.ts'
import type { Language, Words } from '#language.ts'
import { lifetimes } from '#lifetimes.ts'
import { MailLink, Paragraph } from '#mail/layout/mail-parts.tsx'
import { button, renderMail, type MailContent } from '#mail/layout/render-mail.tsx'
import { signature } from '#mail/layout/signature.tsx'
import type { FindDrafts } from '#mail/mail-kinds.ts'
import { confirmUrl, notMeUrl, type LinkOptions } from './subscription-links.ts'

/** Sent while the signup is pending and not withdrawn. */
export function confirmSignupDrafts(links: LinkOptions): FindDrafts {
  return async (trx, consentIds) => {
    const rows = await trx
      .selectFrom('consents')
      .innerJoin('subscribers', 'subscribers.id', 'consents.subscriber_id')
      .select(['consents.id', 'subscriber_id', 'email', 'email_key', 'language'])
      .where('consents.id', 'in', consentIds)
      .where('withdrawn_at', 'is', null)
      .where(withoutIndex('subscribers.status'), '=', 'pending')
      .execute()
    return rows.map(({ id, subscriber_id, email, email_key, language: stored }) => {
      const language = siteLanguage(stored)
      // No List-Unsubscribe header: this is an automatic reply, not a newsletter.
      const write = (now: Date) =>
        confirmSignupMail(language, {
          confirmUrl: confirmUrl(links, { id, language }, now),
          publicUrl: links.publicUrl,
          notMeUrl: notMeUrl(links, { id: subscriber_id, language }, now),
        })
      return { aboutId: id, to: email, emailKey: email_key, write }
    })
  }
}

const { confirmLinkDays, pendingSignupDays } = lifetimes

const words = {
  en: {
    subject: `Finish signing up to the ${site.brand} newsletter`,
    preview: 'One page, one button.',
    title: "You're not signed up yet",
    asked: `Someone, probably you, asked to join the ${site.brand} newsletter with this address. To finish, open the page below and press the green button there.`,
    toLastStep: 'Go to the last step',
    notEnough: "Opening the page is not enough: you're signed up once you press its button.",
    valid: `The link works for ${confirmLinkDays} days.`,
    notYou: `Not you? Ignore this email. You won't be signed up, and we'll delete your address after ${pendingSignupDays} days. Or tell us:`,
    report: "This wasn't me",
  },
  it: {
    subject: `Ultimo passo per la newsletter di ${site.brand}`,
    preview: 'Una pagina, un pulsante.',
    title: 'Manca un passo all’iscrizione',
    asked: `Per questo indirizzo è arrivata la richiesta di ricevere la newsletter di ${site.brand}. Per completare l’iscrizione basta aprire la pagina qui sotto e lì premere il pulsante verde.`,
    toLastStep: 'Vai all’ultimo passo',
    notEnough:
      'Aprire la pagina non basta: l’iscrizione è completa solo dopo aver premuto il pulsante.',
    valid: `Il link è valido per ${confirmLinkDays} giorni.`,
    notYou: `Se la richiesta è di un’altra persona, basta ignorare questa email: senza conferma non c’è iscrizione, e dopo ${pendingSignupDays} giorni l’indirizzo viene eliminato. Oppure è possibile segnalarlo:`,
    report: 'Non è una mia richiesta',
  },
} satisfies Words

/** Goes to an address that anybody may have typed: it holds nothing from the form. */
export function confirmSignupMail(
  language: Language,
  urls: Record<'confirmUrl' | 'publicUrl' | 'notMeUrl', string>,
): MailContent {
  const { subject, preview, title, asked, toLastStep, notEnough, valid, notYou, report } =
    words[language]
  const notMe = {
    html: (
      <Paragraph>
        {notYou} <MailLink href={urls.notMeUrl}>{report}</MailLink>
      </Paragraph>
    ),
    text: `${notYou}\n${report}: ${urls.notMeUrl}`,
  }
  return renderMail({
    language,
    subject,
    preview: `${preview} ${valid}`,
    title,
    parts: [
      asked,
      button(language, toLastStep, urls.confirmUrl),
      `${notEnough} ${valid}`,
      notMe,
      signature(language),
    ],
    publicUrl: urls.publicUrl,
  })
}
