import type { Language } from './language.ts'
import type { Processing } from './processing.ts'
import { contactFields, emailField, type ContactField } from './submission-fields.ts'

export const messageColumns: Processing['columns'] = {
  id: null,
  ...Object.fromEntries(contactFields.map(({ name, words }) => [name, labelOf(words)])),
  email_key: null,
  received_at: { en: 'Received', it: 'Ricevuto' },
}

/** Submitted data and the proof of consent. The rest is in personal-data.ts. */
export const submittedData: Record<string, Processing> = {
  submissions: {
    title: { en: 'Forms being processed', it: 'Moduli in elaborazione' },
    purpose: 'safety',
    person: 'email_key',
    since: 'received_at',
    columns: {
      id: null,
      kind: { en: 'Form', it: 'Modulo' },
      email_key: null,
      payload: { en: 'Fields', it: 'Campi' },
      key_hash: null,
      body_hash: null,
      attempts: null,
      due_at: null,
      processed_at: null,
      last_error: null,
      received_at: { en: 'Received', it: 'Ricevuto' },
    },
    retention: [
      {
        what: {
          en: 'Records that a form was processed, without its fields',
          it: 'Traccia dell’avvenuta elaborazione di un modulo, senza i suoi campi',
        },
        note: {
          en: 'They keep a repeated request from being stored twice.',
          it: 'Serve a non registrare due volte la stessa richiesta.',
        },
        period: 'idempotencyHours',
        from: 'processed_at',
        only: 'processed_at is not null',
      },
      {
        what: {
          en: 'Forms that could not be processed',
          it: 'Moduli che non è stato possibile elaborare',
        },
        period: 'stuckSubmissionDays',
        only: 'processed_at is null',
      },
    ],
  },
  subscribers: {
    title: { en: 'Newsletter', it: 'Newsletter' },
    purpose: 'newsletter',
    person: 'email_key',
    since: 'asked_at',
    columns: {
      id: null,
      email: labelOf(emailField.words),
      email_key: null,
      status: { en: 'Status', it: 'Stato' },
      language: { en: 'Language', it: 'Lingua' },
      asked_at: { en: 'Asked for', it: 'Richiesta' },
      confirmed_at: { en: 'Confirmed', it: 'Conferma' },
      unsubscribed_at: { en: 'Ended', it: 'Cessazione' },
    },
    retention: [
      {
        what: { en: 'Unconfirmed signups', it: 'Iscrizioni non confermate' },
        note: {
          en: 'If you had unsubscribed before, that record stays.',
          it: 'Resta la traccia di un’eventuale iscrizione precedente, poi annullata.',
        },
        period: 'pendingSignupDays',
        only: `status <> 'confirmed' and not exists (select 1 from consents
          where subscriber_id = subscribers.id and consents.confirmed_at is not null)`,
      },
      {
        what: { en: 'Confirmed subscriptions', it: 'Iscrizioni confermate' },
        note: {
          en: 'Counted from your confirmation or our latest newsletter, whichever is later.',
          it: 'Il termine decorre dalla conferma o dall’ultima newsletter inviata, se successiva.',
        },
        period: 'subscriptionMonths',
        from: 'confirmed_at',
        isChange: true,
      },
      {
        what: {
          en: 'Ended subscriptions, with their proof of consent',
          it: 'Iscrizioni cessate, con la prova del consenso',
        },
        note: {
          en: 'We keep them to respect your choice, and to show that we had your permission.',
          it: 'Le conserviamo per rispettare la scelta fatta e per dimostrare di aver avuto il consenso.',
        },
        period: 'endedSubscriptionYears',
        from: 'unsubscribed_at',
        only: "status = 'unsubscribed'",
      },
    ],
  },
  consents: {
    title: { en: 'Proof of consent', it: 'Prova del consenso' },
    purpose: 'proof',
    person: 'subscriber',
    since: 'asked_at',
    columns: {
      id: null,
      subscriber_id: null,
      asked_at: { en: 'Asked for', it: 'Richiesta' },
      confirmed_at: { en: 'Confirmed', it: 'Conferma' },
      withdrawn_at: { en: 'Ended', it: 'Cessazione' },
      line_hash: {
        en: 'Fingerprint of the wording at the form',
        it: 'Impronta del testo accanto al modulo',
      },
      privacy_hash: {
        en: 'Fingerprint of the Privacy Policy',
        it: 'Impronta dell’informativa sulla privacy',
      },
      confirm_hash: {
        en: 'Fingerprint of the wording at the confirmation',
        it: 'Impronta del testo alla conferma',
      },
    },
    retention: [
      {
        what: {
          en: 'Unanswered confirmation requests',
          it: 'Richieste di conferma senza risposta',
        },
        period: 'pendingSignupDays',
        only: 'confirmed_at is null',
      },
    ],
  },
  consent_texts: {
    title: { en: 'The wording you agreed to', it: 'I testi a cui è stato dato il consenso' },
    purpose: 'proof',
    person: 'texts',
    since: 'first_seen_at',
    columns: {
      hash: { en: 'Fingerprint', it: 'Impronta' },
      text: { en: 'Wording', it: 'Testo' },
      first_seen_at: null,
    },
    // Our own wording: no personal data.
    retention: [],
  },
  messages: {
    title: { en: 'Messages', it: 'Messaggi' },
    purpose: 'answer',
    person: 'email_key',
    since: 'received_at',
    columns: {
      ...messageColumns,
      language: { en: 'Language', it: 'Lingua' },
      answered_at: { en: 'Answered', it: 'Risposta' },
    },
    retention: [
      {
        what: { en: 'Contact messages', it: 'Messaggi inviati con il modulo di contatto' },
        period: 'contactMessageMonths',
      },
    ],
  },
}

function labelOf({ en, it }: ContactField['words']): Record<Language, string> {
  return { en: en.label, it: it.label }
}
