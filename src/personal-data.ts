import type { Processing } from './processing.ts'
import { messageColumns, submittedData } from './submitted-data.ts'

/**
 * Every table with personal data: its purpose, retention, labels on the data page, and how an erasure treats it.
 * Retention, erasure, the data page, the policy's periods and the record of processing are all derived from this.
 * A test compares it with the database.
 */
export const personalData: Record<string, Processing> = {
  ...submittedData,
  outbox: {
    title: { en: 'Emails', it: 'Email' },
    purpose: 'safety',
    person: 'mail',
    since: 'created_at',
    columns: {
      id: null,
      kind: { en: 'Email', it: 'Email' },
      letter: { en: 'Newsletter', it: 'Newsletter' },
      about_id: null,
      status: { en: 'Status', it: 'Stato' },
      attempts: { en: 'Attempts', it: 'Tentativi' },
      due_at: { en: 'Last update', it: 'Ultimo aggiornamento' },
      claimed_by: null,
      last_error: { en: 'What the mail server said', it: 'Risposta del server di posta' },
      created_at: { en: 'Queued', it: 'In coda dal' },
    },
    retention: [
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
        // Not `from`: created_at has an index, and due_at is never earlier.
        also: 'due_at',
        // Those of letters are deleted by archiveLetterMail, which keeps their counts.
        only: "status in ('sent', 'failed', 'in_doubt', 'skipped') and letter is null",
      },
    ],
  },
  quarantine: {
    title: { en: 'Held back as likely spam', it: 'Invii trattenuti come probabile spam' },
    purpose: 'safety',
    person: 'email_key',
    since: 'received_at',
    columns: { kind: { en: 'Form', it: 'Modulo' }, ...messageColumns },
    retention: [
      {
        what: {
          en: 'Entries held back as likely spam',
          it: 'Invii trattenuti come probabile spam',
        },
        period: 'quarantineDays',
      },
    ],
  },
  mail_allowances: {
    title: { en: 'Emails counted today', it: 'Email contate oggi' },
    purpose: 'safety',
    person: 'inbox',
    since: 'taken_at',
    columns: {
      id: null,
      inbox: null,
      kind: { en: 'Email', it: 'Email' },
      is_reserved: null,
      taken_at: { en: 'Counted', it: 'Contata' },
    },
    retention: [
      {
        what: {
          en: 'Counts of emails to one address',
          it: 'Conteggio delle email inviate a un indirizzo',
        },
        period: 'mailCountDays',
      },
    ],
  },
  data_links: {
    title: { en: 'Links to your data', it: 'Link ai propri dati' },
    purpose: 'proof',
    person: 'email_key',
    since: 'asked_at',
    columns: {
      id: null,
      email_key: null,
      language: { en: 'Language', it: 'Lingua' },
      asked_at: { en: 'Asked for', it: 'Richiesta' },
    },
    retention: [
      {
        what: { en: 'Requests for a link to your data', it: 'Richieste del link ai propri dati' },
        note: {
          en: 'Counted from the day the link was sent or we stopped trying.',
          it: 'Il termine decorre dal giorno in cui il link è stato inviato o abbiamo smesso di tentare l’invio.',
        },
        period: 'dataLinkRecordDays',
        also: 'coalesce((select max(due_at) from outbox where about_id = data_links.id), asked_at)',
        only: `not exists (select 1 from outbox where about_id = data_links.id
          and status in ('queued', 'sending'))`,
      },
    ],
  },
  // After the tables that settle-mail.ts locks first: erasure must lock in the same order.
  suppressions: {
    title: { en: 'No email to this address', it: 'Indirizzo a cui non inviare email' },
    purpose: 'suppression',
    person: 'email_key',
    since: 'created_at',
    columns: {
      email_key: null,
      cause: { en: 'Cause', it: 'Causa' },
      reason: { en: 'Reason', it: 'Motivo' },
      created_at: { en: 'Since', it: 'Dal' },
    },
    retention: [
      {
        what: {
          en: 'Addresses that we send no email to',
          it: 'Indirizzi ai quali non inviamo email',
        },
        note: {
          en: 'If you asked for no more email, until you allow it again.',
          it: 'Se è stato chiesto di non ricevere più email, fino a nuova autorizzazione.',
        },
        period: 'suppressionMonths',
        only: "cause not in ('person', 'not-me')",
      },
      {
        what: {
          en: 'Addresses whose owner told us that a signup was not theirs',
          it: 'Indirizzi per i quali è stato segnalato che l’iscrizione non era stata richiesta',
        },
        note: {
          en: 'Until then they get no more emails that ask to confirm a signup.',
          it: 'Fino ad allora non ricevono altre richieste di conferma.',
        },
        period: 'notMeDays',
        only: "cause = 'not-me'",
      },
    ],
  },
  mailbox_tasks: {
    title: {
      en: 'Reminders to delete copies from our mailbox',
      it: 'Promemoria per eliminare copie dalla nostra casella',
    },
    purpose: 'proof',
    person: 'hash',
    since: 'created_at',
    columns: { id: null, received_times: null, created_at: null },
    retention: [
      {
        what: {
          en: 'Reminders to ourselves to delete the copy of a message from our mailbox',
          it: 'Promemoria interni per eliminare dalla nostra casella la copia di un messaggio',
        },
        note: {
          en: 'They record when it arrived, not who sent it.',
          it: 'Indicano quando il messaggio è arrivato, non chi lo ha inviato.',
        },
        period: 'sentMailDays',
      },
    ],
  },
  erasures: {
    title: { en: 'Erasures', it: 'Cancellazioni' },
    purpose: 'proof',
    person: 'hash',
    since: 'erased_at',
    columns: { email_hash: null, erased_at: null },
    retention: [
      {
        what: {
          en: 'After an erasure, a coded fingerprint (keyed hash) of the erased address',
          it: 'Dopo una cancellazione, un’impronta crittografica (hash con chiave) dell’indirizzo cancellato',
        },
        note: {
          en: 'It lets us repeat the erasure if we restore a backup.',
          it: 'Consente di ripetere la cancellazione se viene ripristinato un backup.',
        },
        period: 'erasureHashDays',
      },
    ],
  },
}
