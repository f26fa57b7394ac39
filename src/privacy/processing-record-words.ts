import type { Words } from '#language.ts'
import type { HeldTable } from '#personal-data.ts'

type SubjectsOf = Record<HeldTable['purpose'], string>
type ErasureWords = Record<HeldTable['onErasure'], string>

/** The record of processing, but for what is read from the declaration of personal data. */
export const recordWords = {
  en: {
    title: 'Record of processing activities',
    written: (day: string, version: string, date: string) =>
      `Article 30(1) of Regulation (EU) 2016/679 (GDPR). Written on ${day}; Privacy Policy version ${version} of ${date}.`,
    controller: 'Controller',
    dpo: 'Data protection officer',
    recipients: 'Recipients and processors',
    authorities: 'Lawyers, courts and authorities, where a claim or a legal duty requires it',
    transfers: (providers: string) =>
      providers === ''
        ? 'No data is transferred outside the European Economic Area.'
        : `Transfers outside the European Economic Area, with their safeguards: ${providers}.`,
    processing: (aim: string) => `Processing ${aim}`,
    basis: 'Legal basis',
    subjects: 'Data subjects',
    subjectsOf: {
      newsletter: 'people whose address was entered in the newsletter form, and subscribers',
      proof: 'subscribers, former subscribers and people who exercise their rights',
      answer: 'people who use the contact form',
      safety: 'people who use a form, and recipients of our email',
      suppression:
        'people who asked for no email, reported a signup as not theirs or mail as spam, or whose mailbox refuses it',
    } satisfies SubjectsOf,
    table: ['data', 'fields', 'kept for', 'erasure'],
    technical: 'technical fields (identifiers, states, counters, times)',
    noPeriod: 'no end of its own',
    withSignup: 'with the subscription it belongs to',
    onErasure: {
      deleted: 'deleted',
      'deleted with the signup': 'deleted with the signup',
      'its subject is deleted, so that it names nobody':
        'its subject is deleted, so that it names nobody',
      'names nobody; stays': 'names nobody; stays',
      'names nobody; ends with its period': 'names nobody; ends with its period',
    } satisfies ErasureWords,
    others: ({ mailbox, visits }: Record<'mailbox' | 'visits', string>) => [
      {
        title: 'to answer messages by email, PEC or post, and replies to letters',
        basis:
          'if the message is about a possible contract, steps taken at the writer’s request, article 6(1)(b); otherwise the legitimate interest in answering, article 6(1)(f)',
        subjects: 'people who write to us',
        about: `Name, contact details, contents and attachments. Kept in the mailbox or on paper, not on the site, and deleted by hand ${mailbox} after the last message.`,
      },
      {
        title: 'to count how people find the site and whether confirmation emails arrive',
        basis: 'the legitimate interest in knowing what works, article 6(1)(f)',
        subjects: 'visitors',
        about: `Totals for each day without personal data, kept for ${visits}.`,
      },
      {
        title: 'to show the site and keep it available',
        basis:
          'the legitimate interest in a site that works and can be restored after a failure, article 6(1)(f)',
        subjects: 'visitors',
        about:
          'IP addresses: while a page is sent, and in memory for rate limits, for about a day at most. Copies of the data above in backups.',
      },
      {
        title: 'to know whom our page on a social network reaches',
        basis: 'the legitimate interest in knowing it, article 6(1)(f)',
        subjects: 'visitors of that page',
        about:
          'Statistics that the network shows us. The network may be a joint controller (article 26): its terms for such pages say who does what.',
      },
      {
        title: 'to establish, exercise or defend legal claims',
        basis: 'the legitimate interest in doing so, article 6(1)(f)',
        subjects: 'people whom a claim concerns',
        about: 'The data above that the claim needs, for as long as it needs them.',
      },
    ],
    measuresTitle: 'Technical and organisational measures',
    measures: ({ backups, mailbox }: Record<'backups' | 'mailbox', string>) => [
      'Double opt-in; the exact consent texts are kept with their hashes.',
      'No accounts and no administration on the web; links in emails are signed and serve one purpose.',
      'IP addresses are not stored: forms are counted in memory only. Logs hold neither addresses nor names.',
      `Backups can be read only by the site’s own account and the server’s administrators, and are kept for ${backups}; erasures are repeated on a restored one.`,
      `Copies of contact messages in the mailbox are deleted by hand after ${mailbox}, when the site asks for it, and after an erasure.`,
      'The site checks at least daily and deletes what has expired.',
    ],
  },
  it: {
    title: 'Registro delle attività di trattamento',
    written: (day: string, version: string, date: string) =>
      `Articolo 30, paragrafo 1, del Regolamento (UE) 2016/679 (GDPR). Redatto il giorno ${day}; informativa sulla privacy versione ${version} del ${date}.`,
    controller: 'Titolare del trattamento',
    dpo: 'Responsabile della protezione dei dati',
    recipients: 'Destinatari e responsabili del trattamento',
    authorities:
      'Avvocati, autorità giudiziarie e altre autorità, quando lo richiedono una controversia o un obbligo di legge',
    transfers: (providers: string) =>
      providers === ''
        ? 'Nessun dato è trasferito al di fuori dello Spazio economico europeo.'
        : `Trasferimenti al di fuori dello Spazio economico europeo, con le relative garanzie: ${providers}.`,
    processing: (aim: string) => `Trattamento per ${aim}`,
    basis: 'Base giuridica',
    subjects: 'Interessati',
    subjectsOf: {
      newsletter:
        'persone il cui indirizzo è stato inserito nel modulo della newsletter, e iscritti',
      proof: 'iscritti, ex iscritti e persone che esercitano i propri diritti',
      answer: 'persone che usano il modulo di contatto',
      safety: 'persone che usano un modulo, e destinatari delle nostre email',
      suppression:
        'persone che hanno chiesto di non ricevere email, che hanno segnalato un’iscrizione come non propria o un’email come spam, o la cui casella rifiuta le email',
    } satisfies SubjectsOf,
    table: ['dati', 'campi', 'conservazione', 'cancellazione'],
    technical: 'campi tecnici (identificativi, stati, conteggi, orari)',
    noPeriod: 'nessun termine proprio',
    withSignup: 'con l’iscrizione a cui appartiene',
    onErasure: {
      deleted: 'eliminati',
      'deleted with the signup': 'eliminati con l’iscrizione',
      'its subject is deleted, so that it names nobody':
        'ciò a cui si riferiscono viene eliminato, e non identificano più nessuno',
      'names nobody; stays': 'non identificano nessuno; restano',
      'names nobody; ends with its period': 'non identificano nessuno; eliminati alla scadenza',
    } satisfies ErasureWords,
    others: ({ mailbox, visits }: Record<'mailbox' | 'visits', string>) => [
      {
        title:
          'rispondere ai messaggi ricevuti per email, PEC o posta e alle risposte alla newsletter',
        basis:
          'se il messaggio riguarda un possibile contratto, misure precontrattuali adottate su richiesta di chi scrive, articolo 6, paragrafo 1, lettera b); altrimenti il legittimo interesse a rispondere, articolo 6, paragrafo 1, lettera f)',
        subjects: 'persone che ci scrivono',
        about: `Nome, recapito, contenuto e allegati. Conservati nella casella di posta o su carta, non sul sito, ed eliminati a mano ${mailbox} dopo l’ultimo messaggio.`,
      },
      {
        title: 'rilevare come si arriva al sito e se le email di conferma arrivano a destinazione',
        basis:
          'il legittimo interesse a sapere che cosa funziona, articolo 6, paragrafo 1, lettera f)',
        subjects: 'visitatori',
        about: `Totali giornalieri senza dati personali, conservati per ${visits}.`,
      },
      {
        title: 'mostrare il sito e mantenerlo disponibile',
        basis:
          'il legittimo interesse a un sito che funzioni e si possa ripristinare dopo un guasto, articolo 6, paragrafo 1, lettera f)',
        subjects: 'visitatori',
        about:
          'Indirizzi IP: durante l’invio di una pagina e, in memoria, per limitare gli abusi, per circa un giorno al massimo. Copie dei dati sopra indicati nei backup.',
      },
      {
        title: 'sapere chi visita la nostra pagina su un social network',
        basis: 'il legittimo interesse a saperlo, articolo 6, paragrafo 1, lettera f)',
        subjects: 'visitatori di quella pagina',
        about:
          'Statistiche che il social network ci mostra. Il social network può essere contitolare (articolo 26): le sue condizioni per tali pagine indicano chi fa che cosa.',
      },
      {
        title: 'accertare, esercitare o difendere un diritto in sede giudiziaria o stragiudiziale',
        basis: 'il relativo legittimo interesse, articolo 6, paragrafo 1, lettera f)',
        subjects: 'persone interessate dalla controversia',
        about: 'I dati sopra indicati che servono alla controversia, per il tempo necessario.',
      },
    ],
    measuresTitle: 'Misure tecniche e organizzative',
    measures: ({ backups, mailbox }: Record<'backups' | 'mailbox', string>) => [
      'Iscrizione in due passaggi (double opt-in); i testi esatti del consenso sono conservati con i loro hash.',
      'Nessun account e nessuna pagina di amministrazione sul web; i link nelle email sono firmati e validi per un solo scopo.',
      'Gli indirizzi IP non vengono salvati: gli invii si contano solo in memoria. I log non contengono né indirizzi né nomi.',
      `I backup possono essere letti solo dall’account del sito e da chi amministra il server, e sono conservati per ${backups}; su un backup ripristinato le cancellazioni vengono ripetute.`,
      `Le copie dei messaggi nella casella di posta vengono eliminate a mano dopo ${mailbox}, quando il sito lo chiede, e dopo una cancellazione.`,
      'Almeno una volta al giorno il sito controlla le scadenze ed elimina i dati scaduti.',
    ],
  },
} satisfies Words
