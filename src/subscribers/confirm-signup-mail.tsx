import { site } from '#content/content.ts'
import { siteLanguage } from '#content/site-language.ts'
import { bypassIndex } from '#database/read-rows.ts'
import type { Language, Words } from '#language.ts'
import { MailLink, Paragraph } from '#mail/layout/mail-parts.tsx'
import { button, renderMail, type MailContent } from '#mail/layout/render-mail.tsx'
import { signature } from '#mail/layout/signature.tsx'
import type { FindDrafts, MailDeclaration, MailOptions } from '#mail/mail-declaration.ts'
import { periods } from '#personal-data.ts'
import { localPath, routes } from '#routes.ts'
import { confirmationButton, confirmationSubject } from '#site/signup-hint.ts'
import { confirmUrl, notMeUrl } from './subscription-links.ts'

export const confirmSignupKind = {
  name: 'confirm-signup',
  queue: 'awaited',
  to: 'visitor',
  ignores: [],
  isUnconfirmed: true,
  about: {
    table: 'consents',
    title: { en: 'Request to confirm your signup', it: 'Richiesta di conferma dell’iscrizione' },
  },
  title: 'Confirmation of a signup',
  sample: (publicUrl, language) => {
    const url = (route: string) => `${publicUrl}${localPath(language, route)}/AQEBmMlJ0gAbSample`
    const urls = { confirmUrl: url(routes.confirm), notMeUrl: url(routes.notMe) }
    return confirmSignupMail(language, { ...urls, publicUrl })
  },
  findDrafts: confirmSignupDrafts,
} satisfies MailDeclaration

/** Sent while the signup is pending and not withdrawn. */
function confirmSignupDrafts(links: MailOptions): FindDrafts {
  return async (db, consentIds) => {
    const rows = await db
      .selectFrom('consents')
      .innerJoin('subscribers', 'subscribers.id', 'consents.subscriber_id')
      .select(['consents.id', 'subscriber_id', 'email', 'email_key', 'language'])
      .where('consents.id', 'in', consentIds)
      .where('withdrawn_at', 'is', null)
      .where(bypassIndex('subscribers.status'), '=', 'pending')
      .execute()
    return rows.map(({ id, subscriber_id, email, email_key, language: stored }) => {
      const language = siteLanguage(stored)
      // No List-Unsubscribe header: this is an automatic reply, not a newsletter.
      const render = (now: Date) =>
        confirmSignupMail(language, {
          confirmUrl: confirmUrl(links, { id, language }, now),
          publicUrl: links.publicUrl,
          notMeUrl: notMeUrl(links, { id: subscriber_id, language }, now),
        })
      return { aboutId: id, to: email, emailKey: email_key, render }
    })
  }
}

const { confirmLinkDays, pendingSignupDays } = periods

const words = {
  en: {
    preview: 'One page, one button.',
    title: 'You’re not signed up yet',
    asked: `Someone, probably you, asked to join the ${site.brand} newsletter with this address. To finish, open the page below and press “${confirmationButton('en')}” there.`,
    toLastStep: 'Go to the last step',
    notEnough: 'Opening the page isn’t enough: you’re only signed up once you press the button.',
    valid: `The link works for ${confirmLinkDays} days.`,
    notYou: `Not you? Ignore this email. You won’t be signed up, and we’ll delete this request after ${pendingSignupDays} days. Or tell us:`,
    report: 'This wasn’t me',
  },
  it: {
    preview: 'Una pagina, un pulsante.',
    title: 'L’iscrizione non è ancora completa',
    asked: `Qualcuno, probabilmente tu, ha chiesto di ricevere la newsletter di ${site.brand} a questo indirizzo. Per completare l’iscrizione, apri la pagina con il link qui sotto e premi «${confirmationButton('it')}».`,
    toLastStep: 'Vai all’ultimo passo',
    notEnough: 'Aprire la pagina non basta: l’iscrizione è completa solo quando premi il pulsante.',
    valid: `Il link è valido per ${confirmLinkDays} giorni.`,
    notYou: `La richiesta non è tua? Ignora questa email: non riceverai la newsletter, e dopo ${pendingSignupDays} giorni elimineremo questa richiesta. Oppure faccelo sapere:`,
    report: 'Non è una mia richiesta',
  },
} satisfies Words

/** Goes to an address that anybody may have typed: it holds nothing from the form. */
function confirmSignupMail(
  language: Language,
  urls: Record<'confirmUrl' | 'publicUrl' | 'notMeUrl', string>,
): MailContent {
  const { preview, title, asked, toLastStep, notEnough, valid, notYou, report } = words[language]
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
    subject: confirmationSubject(language),
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
