import type { Processing } from './processing.ts'
import { submittedData } from './submitted-data.ts'

/**
 * Every table with personal data: its purpose, retention, labels on the data page, and how an erasure treats it.
 * Retention, erasure, the data page, the policy's periods and the record of processing are all derived from this.
 * A test compares it with the database.
 */
export const personalData: Record<string, Processing> = {
  ...submittedData,
  mail_allowances: {
    title: 'Emails counted today',
    purpose: 'safety',
    person: 'inbox',
    since: 'taken_at',
    columns: { id: null, inbox: null, kind: 'Email', is_reserved: null, taken_at: 'Counted' },
    endings: [
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
    title: 'Links to your data',
    purpose: 'proof',
    person: 'email_key',
    since: 'asked_at',
    columns: { id: null, email_key: null, asked_at: 'Asked for' },
    endings: [
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
  // After the tables that settle-mail.ts locks to see whether an address is still held: erasure uses the same order.
  suppressions: {
    title: 'No email to this address',
    purpose: 'suppression',
    person: 'email_key',
    since: 'created_at',
    columns: { email_key: null, cause: 'Cause', reason: 'Reason', created_at: 'Since' },
    endings: [
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
          it: 'Indirizzi il cui titolare ha segnalato di non aver chiesto l’iscrizione',
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
    title: 'Reminders to delete copies from our mailbox',
    purpose: 'proof',
    person: 'hash',
    since: 'created_at',
    columns: { id: null, received_times: null, created_at: null },
    endings: [
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
    title: 'Erasures',
    purpose: 'proof',
    person: 'hash',
    since: 'erased_at',
    columns: { email_hash: null, erased_at: null },
    endings: [
      {
        what: {
          en: 'After an erasure, a coded fingerprint (keyed hash) of the erased address',
          it: 'Dopo una cancellazione, un’impronta cifrata (hash con chiave) dell’indirizzo cancellato',
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
