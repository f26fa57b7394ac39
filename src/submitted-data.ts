import type { Processing } from './processing.ts'
import { contactFields, emailField } from './submission-fields.ts'

const messageColumns: Record<string, string | null> = {
  id: null,
  ...Object.fromEntries(contactFields.map(({ name, words }) => [name, words.en.label])),
  email_key: null,
  received_at: 'Received',
}

/** Submitted data, the proof of consent, and the mail that follows. The rest is in personal-data.ts. */
export const submittedData: Record<string, Processing> = {
  submissions: {
    title: 'Forms being processed',
    purpose: 'safety',
    person: 'email_key',
    since: 'received_at',
    columns: {
      id: null,
      kind: 'Form',
      email_key: null,
      payload: 'Fields',
      key_hash: null,
      body_hash: null,
      attempts: null,
      due_at: null,
      processed_at: null,
      last_error: null,
      received_at: 'Received',
    },
    endings: [
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
    title: 'Newsletter',
    purpose: 'newsletter',
    person: 'email_key',
    since: 'asked_at',
    columns: {
      id: null,
      email: emailField.words.en.label,
      email_key: null,
      status: 'Status',
      asked_at: 'Asked for',
      confirmed_at: 'Confirmed',
      unsubscribed_at: 'Ended',
    },
    endings: [
      {
        what: { en: 'Unconfirmed signups', it: 'Iscrizioni non confermate' },
        note: {
          en: 'If you had unsubscribed before, that record stays.',
          it: 'Resta la traccia di un’eventuale disiscrizione precedente.',
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
    title: 'Proof of consent',
    purpose: 'proof',
    person: 'subscriber',
    since: 'asked_at',
    columns: {
      id: null,
      subscriber_id: null,
      asked_at: 'Asked for',
      confirmed_at: 'Confirmed',
      withdrawn_at: 'Ended',
      line_hash: 'Fingerprint of the wording at the form',
      privacy_hash: 'Fingerprint of the Privacy Policy',
      confirm_hash: 'Fingerprint of the wording at the confirmation',
    },
    endings: [
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
    title: 'The wording you agreed to',
    purpose: 'proof',
    person: 'texts',
    since: 'first_seen_at',
    columns: { hash: 'Fingerprint', text: 'Wording', first_seen_at: null },
    // Our own wording, about nobody.
    endings: [],
  },
  messages: {
    title: 'Messages',
    purpose: 'answer',
    person: 'email_key',
    since: 'received_at',
    columns: { ...messageColumns, answered_at: 'Answered' },
    endings: [
      {
        what: { en: 'Contact messages', it: 'Messaggi inviati dal modulo di contatto' },
        period: 'contactMessageMonths',
      },
    ],
  },
  outbox: {
    title: 'Emails',
    purpose: 'safety',
    person: 'mail',
    since: 'created_at',
    columns: {
      id: null,
      kind: 'Email',
      letter: 'Newsletter',
      about_id: null,
      status: 'Status',
      attempts: 'Attempts',
      due_at: 'Last update',
      claimed_by: null,
      last_error: 'What the mail server said',
      created_at: 'Queued',
    },
    endings: [
      {
        what: {
          en: 'Records of emails, newsletters included',
          it: 'Registrazioni delle email inviate, newsletter comprese',
        },
        note: {
          en: 'Counted from the day it was sent or we stopped trying.',
          it: 'Il termine decorre dal giorno in cui l’email è stata inviata o abbiamo smesso di tentare l’invio.',
        },
        period: 'sentMailDays',
        // For the index on created_at: mail is queued before it is settled.
        also: 'due_at',
        // Those of letters are deleted by archiveLetterMail, which keeps their counts.
        only: "status in ('sent', 'failed', 'in_doubt', 'skipped') and letter is null",
      },
    ],
  },
  quarantine: {
    title: 'Held back as likely spam',
    purpose: 'safety',
    person: 'email_key',
    since: 'received_at',
    columns: { kind: 'Form', ...messageColumns },
    endings: [
      {
        what: {
          en: 'Entries held back as likely spam',
          it: 'Invii trattenuti come probabile spam',
        },
        period: 'quarantineDays',
      },
    ],
  },
}
