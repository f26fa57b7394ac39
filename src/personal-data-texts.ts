import type { Language } from './language.ts'
import { periods, type HeldTable, type Period } from './personal-data.ts'
import { contactFields, emailField, type ContactField } from './submission-fields.ts'

type Text = Record<Language, string>

interface TableTexts {
  title: Text
  /** The columns that the data page shows. */
  columns: Record<string, Text>
  /** Each retention rule as the policy calls it. */
  retention: Partial<Record<Period, { what: Text; note?: Text }>>
}

const messageLabels = {
  ...Object.fromEntries(contactFields.map((field) => [field.name, labelOf(field)])),
  received_at: { en: 'Received', it: 'Ricevuto' },
}

/** The data of personal-data.ts in words, for the data page, the policy and the record of processing. */
export const personalDataTexts: Record<string, TableTexts> = {
  submissions: {
    title: { en: 'Forms being processed', it: 'Moduli in elaborazione' },
    columns: {
      kind: { en: 'Form', it: 'Modulo' },
      payload: { en: 'Fields', it: 'Campi' },
      received_at: { en: 'Received', it: 'Ricevuto' },
    },
    retention: {
      idempotencyHours: {
        what: {
          en: 'Records of processed forms, without what was entered in them',
          it: 'Traccia dell’avvenuta elaborazione di un modulo, senza i suoi campi',
        },
        note: {
          en: 'They keep a repeated request from being stored twice.',
          it: 'Serve a non registrare due volte la stessa richiesta.',
        },
      },
      stuckSubmissionDays: {
        what: {
          en: 'Forms that could not be processed',
          it: 'Moduli che non è stato possibile elaborare',
        },
      },
    },
  },
  subscribers: {
    title: { en: 'Newsletter subscription', it: 'Iscrizione alla newsletter' },
    columns: {
      email: labelOf(emailField),
      status: { en: 'Status', it: 'Stato' },
      language: { en: 'Language', it: 'Lingua' },
      asked_at: { en: 'Requested', it: 'Richiesta' },
      confirmed_at: { en: 'Confirmed', it: 'Conferma' },
      unsubscribed_at: { en: 'Ended', it: 'Fine' },
    },
    retention: {
      pendingSignupDays: {
        what: { en: 'Unconfirmed signups', it: 'Iscrizioni non confermate' },
        note: {
          en: 'If you had unsubscribed before, that record stays.',
          it: 'Resta la traccia di un’eventuale iscrizione precedente già annullata.',
        },
      },
      subscriptionMonths: {
        what: {
          en: 'Confirmed subscriptions, from the confirmation or the latest newsletter, whichever is later',
          it: 'Iscrizioni confermate, dalla conferma o, se successiva, dall’ultima newsletter',
        },
        note: {
          en: 'The subscription then ends, and its proof is kept like that of any ended subscription.',
          it: 'Poi l’iscrizione cessa, e la prova del consenso resta come per ogni iscrizione cessata.',
        },
      },
      endedSubscriptionYears: {
        what: {
          en: 'Ended subscriptions, with their proof of consent',
          it: 'Iscrizioni cessate, con la prova del consenso',
        },
        note: {
          en: 'We keep them to respect your choice, and to show that we had your permission. Five years, because fines and claims about our emails can be brought for that long.',
          it: 'Le conserviamo per rispettare la scelta fatta e per dimostrare di aver avuto il consenso. Cinque anni, perché entro questo termine le nostre email possono dar luogo a sanzioni o a pretese.',
        },
      },
    },
  },
  consents: {
    title: { en: 'Proof of consent', it: 'Prova del consenso' },
    columns: {
      asked_at: { en: 'Requested', it: 'Richiesta' },
      confirmed_at: { en: 'Confirmed', it: 'Conferma' },
      withdrawn_at: { en: 'Ended', it: 'Fine' },
      line_hash: {
        en: 'Fingerprint of the wording next to the form',
        it: 'Impronta del testo accanto al modulo',
      },
      privacy_hash: {
        en: 'Fingerprint of the Privacy Policy',
        it: 'Impronta dell’informativa sulla privacy',
      },
      confirm_hash: {
        en: 'Fingerprint of the wording next to the confirmation button',
        it: 'Impronta del testo accanto al pulsante di conferma',
      },
    },
    retention: {
      pendingSignupDays: {
        what: {
          en: 'Unanswered confirmation requests',
          it: 'Richieste di conferma senza risposta',
        },
        note: {
          en: 'Requests that were answered stay with the subscription. If you subscribe again, the earlier proof stays with the new one.',
          it: 'Quelle con risposta restano con l’iscrizione. In caso di nuova iscrizione, la prova precedente resta con la nuova.',
        },
      },
    },
  },
  consent_texts: {
    title: { en: 'Texts shown when you signed up', it: 'Testi mostrati all’iscrizione' },
    columns: {
      hash: { en: 'Fingerprint', it: 'Impronta' },
      text: { en: 'Wording', it: 'Testo' },
    },
    retention: {},
  },
  messages: {
    title: { en: 'Messages', it: 'Messaggi' },
    columns: {
      ...messageLabels,
      language: { en: 'Language', it: 'Lingua' },
      answered_at: { en: 'Answered', it: 'Risposta' },
    },
    retention: {
      contactMessageMonths: {
        what: { en: 'Contact messages', it: 'Messaggi inviati con il modulo di contatto' },
      },
    },
  },
  outbox: {
    title: { en: 'Emails', it: 'Email' },
    columns: {
      kind: { en: 'Type', it: 'Tipo' },
      letter: { en: 'Newsletter', it: 'Newsletter' },
      status: { en: 'Status', it: 'Stato' },
      attempts: { en: 'Attempts', it: 'Tentativi' },
      due_at: {
        en: 'Next attempt, or last update',
        it: 'Prossimo tentativo o ultimo aggiornamento',
      },
      tried_at: { en: 'First attempt', it: 'Primo tentativo' },
      last_error: { en: 'Note', it: 'Nota' },
      created_at: { en: 'Queued', it: 'Messa in coda' },
    },
    retention: {
      sentMailDays: {
        what: {
          en: 'Records of emails, including newsletters',
          it: 'Dati di invio delle email, newsletter comprese',
        },
        note: {
          en: 'Counted from the day the email was sent or we stopped trying.',
          it: 'Il termine decorre dal giorno in cui l’email è stata inviata o abbiamo smesso di tentare l’invio.',
        },
      },
    },
  },
  quarantine: {
    title: {
      en: 'Submissions held back as likely spam',
      it: 'Invii trattenuti come probabile spam',
    },
    columns: {
      kind: { en: 'Form', it: 'Modulo' },
      ...messageLabels,
    },
    retention: {
      quarantineDays: {
        what: {
          en: 'Submissions held back as likely spam',
          it: 'Invii trattenuti come probabile spam',
        },
      },
    },
  },
  mail_allowances: {
    title: {
      en: 'Emails counted in the last 24 hours',
      it: 'Email contate nelle ultime 24 ore',
    },
    columns: {
      kind: { en: 'Type', it: 'Tipo' },
      taken_at: { en: 'Counted', it: 'Contata' },
    },
    retention: {
      mailCountHours: {
        what: {
          en: 'Counts of emails to one address',
          it: 'Conteggio delle email inviate a un indirizzo',
        },
      },
    },
  },
  data_links: {
    title: { en: 'Links to your data', it: 'Link ai tuoi dati' },
    columns: {
      language: { en: 'Language', it: 'Lingua' },
      asked_at: { en: 'Requested', it: 'Richiesta' },
    },
    retention: {
      dataLinkRecordHours: {
        what: { en: 'Requests for a link to your data', it: 'Richieste del link ai dati' },
        note: {
          en: 'Counted from the day the link was sent or we stopped trying.',
          it: 'Il termine decorre dal giorno in cui il link è stato inviato o abbiamo smesso di tentare l’invio.',
        },
      },
    },
  },
  suppressions: {
    title: {
      en: 'Blocks on email',
      it: 'Blocco delle email a un indirizzo',
    },
    columns: {
      cause: { en: 'Cause', it: 'Causa' },
      reason: { en: 'Note', it: 'Nota' },
      created_at: { en: 'Since', it: 'Dal' },
    },
    retention: {
      suppressionMonths: {
        what: {
          en: 'Addresses that we send no email to',
          it: 'Indirizzi ai quali non inviamo email',
        },
        note: {
          en: 'If you asked for no more email, until you allow it again or erase your data. In all other cases, any subscription for that address ends when this period does.',
          it: 'Se è stato chiesto di non ricevere più email, finché le email non vengono riattivate o i dati cancellati. Negli altri casi, alla scadenza cessa anche l’eventuale iscrizione di quell’indirizzo.',
        },
      },
      notMeRecordDays: {
        what: {
          en: 'Addresses whose owner told us that a signup was not theirs',
          it: 'Indirizzi di chi ha segnalato di non aver chiesto l’iscrizione',
        },
        note: {
          en: `For the first ${periods.notMeDays} of these days we send them no more confirmation emails. If the owner tells us again more than 24 hours later, it counts as “No more email”.`,
          it: `Per i primi ${periods.notMeDays} giorni non ricevono altre richieste di conferma. Una nuova segnalazione dopo più di 24 ore vale come «Niente più email».`,
        },
      },
    },
  },
  mailbox_tasks: {
    title: {
      en: 'Reminders to delete copies from our mailbox',
      it: 'Promemoria per eliminare copie dalla nostra casella',
    },
    columns: {},
    retention: {
      sentMailDays: {
        what: {
          en: 'Reminders to ourselves to delete the copy of a message from our mailbox',
          it: 'Promemoria interni per eliminare dalla nostra casella la copia di un messaggio',
        },
        note: {
          en: 'They record when it arrived, not who sent it.',
          it: 'Indicano quando il messaggio è arrivato, non chi lo ha inviato.',
        },
      },
    },
  },
  erasures: {
    title: { en: 'Erasures', it: 'Cancellazioni' },
    columns: {},
    retention: {
      erasureHashDays: {
        what: {
          en: 'After an erasure, a coded fingerprint (keyed hash) of the erased address',
          it: 'Dopo una cancellazione, un’impronta crittografica (hash con chiave) dell’indirizzo cancellato',
        },
        note: {
          en: 'It lets us repeat the erasure if we restore a backup.',
          it: 'Consente di ripetere la cancellazione se viene ripristinato un backup.',
        },
      },
    },
  },
}

export const purposes = {
  newsletter: {
    aim: { en: 'to send the newsletter', it: 'inviare la newsletter' },
    basis: {
      en: 'consent, article 6(1)(a) and article 130 of the Italian data protection code; until it is confirmed, the legitimate interest in checking that a signup comes from whoever uses the address, article 6(1)(f); once it has ended, the legal obligation to prove the consent, article 6(1)(c) together with article 7(1), and the legitimate interest in defending legal claims, article 6(1)(f)',
      it: 'consenso, articolo 6, paragrafo 1, lettera a), e articolo 130 del Codice in materia di protezione dei dati personali; fino alla conferma, il legittimo interesse a verificare che la richiesta provenga da chi usa l’indirizzo, articolo 6, paragrafo 1, lettera f); una volta cessata l’iscrizione, l’obbligo legale di dimostrare il consenso, articolo 6, paragrafo 1, lettera c), e articolo 7, paragrafo 1, e il legittimo interesse alla difesa da eventuali pretese, articolo 6, paragrafo 1, lettera f)',
    },
  },
  proof: {
    aim: {
      en: 'to prove consent and to respond when people exercise their rights',
      it: 'dimostrare il consenso e rispondere a chi esercita i propri diritti',
    },
    basis: {
      en: 'legal obligations, article 6(1)(c) together with articles 7(1) and 12',
      it: 'obblighi legali, articolo 6, paragrafo 1, lettera c), articolo 7, paragrafo 1, e articolo 12',
    },
  },
  answer: {
    aim: {
      en: 'to answer messages and to understand what the tool should do',
      it: 'rispondere ai messaggi e capire che cosa deve offrire lo strumento',
    },
    basis: {
      en: 'if the message is about a possible contract, steps taken at the writer’s request before entering into it, article 6(1)(b); for all other messages, the legitimate interest in answering them; for what we learn from them, the legitimate interest in building a useful tool, article 6(1)(f)',
      it: 'se il messaggio riguarda un possibile contratto con chi scrive, misure precontrattuali adottate su sua richiesta, articolo 6, paragrafo 1, lettera b); per ogni altro messaggio, il legittimo interesse a rispondere e, per ciò che ne impariamo, a realizzare uno strumento utile, articolo 6, paragrafo 1, lettera f)',
    },
  },
  safety: {
    aim: {
      en: 'to keep the forms and our email safe and reliable',
      it: 'mantenere sicuri e affidabili i moduli e la posta',
    },
    basis: {
      en: 'the legitimate interest in a site that works and is not abused, article 6(1)(f)',
      it: 'il legittimo interesse a un sito che funzioni e di cui non si abusi, articolo 6, paragrafo 1, lettera f)',
    },
  },
  suppression: {
    aim: {
      en: 'to avoid sending email where it is refused or unwanted',
      it: 'non inviare email dove sono rifiutate o non gradite',
    },
    basis: {
      en: 'the legitimate interest in sending email only where it is wanted and accepted, article 6(1)(f); for people who asked for no more email, the legal obligation to respect that, article 6(1)(c) together with article 21',
      it: 'il legittimo interesse a inviare posta solo dove è gradita e accettata, articolo 6, paragrafo 1, lettera f); per chi ha chiesto di non ricevere più email, l’obbligo legale di rispettare la richiesta, articolo 6, paragrafo 1, lettera c), e articolo 21',
    },
  },
} satisfies Record<HeldTable['purpose'], Record<'aim' | 'basis', Text>>

function labelOf({ words: { en, it } }: Pick<ContactField, 'words'>): Text {
  return { en: en.label, it: it.label }
}
