import { site } from '#content/content.ts'
import { periodStart, periodWords, policyPeriods } from '#content/periods.ts'
import { processorsIn, transfers } from '#content/processors.ts'
import type { Language, Words } from '#language.ts'
import { maxBackupAge, personalData, type Period } from '#personal-data.ts'
import { personalDataTexts, purposes } from '#personal-data-texts.ts'
import { localPath, routes } from '#routes.ts'
import { contactFields } from '#submission-fields.ts'
import { capitalised, legalSource, listed, uncapitalised, type Entry } from './entry.ts'

const words = {
  en: {
    data: 'Personal data held, and why',
    fields: (fields: string) => `${fields}, if you use a form`,
    why: (aim: string, what: string) => `${capitalised(aim)}: ${what}.`,
    ipAddresses:
      'To limit abuse, the server counts forms per IP address, only in memory and for about a day at most. It stores no IP address.',
    periods: 'How long personal data is kept',
    upTo: (shortest: string, longest: string) =>
      `On this website: from ${shortest} (form records) to ${longest} after a subscription ends (proof of consent), with one exception`,
    processors: 'Where personal data is processed for us, and by whom',
    exception:
      'The exception: if you asked for no more email, we keep that choice, with your address, until you allow email again or erase your data.',
    mailbox: (months: string) =>
      `In our mailbox or on paper: ${months}, longer only if a contract, a legal duty or a claim requires it.`,
    nobody: 'Nobody',
    cookies: 'Cookies and tracking',
    noCookies: 'None',
    noPixel: 'We store and analyse nothing in your browser, and our emails have no tracking pixel.',
    totals: (months: string) =>
      `The server counts visits, signups and confirmations by day, in totals that name nobody, kept for ${months}.`,
    optIn: 'Signup confirmed by email (double opt-in)',
    confirmed: 'Yes, with a link and a button',
    link: (days: string) => `The link in the email works for ${days}.`,
    proof: 'Proof of consent',
    kept: (years: string) => `Kept for ${years} after the subscription ends`,
    proofDetail:
      'The date and time of signup and confirmation, and a fingerprint (hash) of the exact wording.',
    rights: 'How to see and erase your data',
    page: 'On the My data page',
    myData: 'My data',
    minutes: (minutes: string) =>
      `Enter your address: we email you a link that works for ${minutes}.`,
    links: 'Protection of links in our emails',
    signed: 'Signed, if they act for you or show your data',
    opening:
      'Each serves one purpose. Opening a link changes nothing: you always press a button first.',
    backups: 'Protection of backups',
    deleted: (days: string) => `Deleted after ${days}`,
    repeated:
      'If one is restored, the erasures made since are repeated, where the record of them survives.',
    closed: 'Only the site’s own account and the server’s administrators can read them.',
    law: 'Governing law',
    italian: 'Italian law',
    report: 'Who to tell about a security vulnerability',
  },
  it: {
    data: 'Dati personali conservati, e perché',
    fields: (fields: string) => `${fields}, se usi un modulo`,
    why: (aim: string, what: string) => `Per ${aim}: ${what}.`,
    ipAddresses:
      'Per limitare gli abusi, il server conta gli invii per indirizzo IP, solo in memoria e per circa un giorno al massimo. Non salva alcun indirizzo IP.',
    periods: 'Per quanto tempo conserviamo i dati personali',
    upTo: (shortest: string, longest: string) =>
      `Su questo sito: da ${shortest} (tracce dei moduli) a ${longest} dalla fine dell’iscrizione (prova del consenso), con un’eccezione`,
    processors: 'Dove vengono trattati i dati personali per nostro conto, e da chi',
    exception:
      'L’eccezione: se hai chiesto di non ricevere più email, conserviamo questa scelta insieme al tuo indirizzo, finché non riattivi le email o non cancelli i tuoi dati.',
    mailbox: (months: string) =>
      `Nella nostra casella o su carta: ${months}, più a lungo solo se lo richiedono un contratto, un obbligo di legge o una controversia.`,
    nobody: 'Nessuno',
    cookies: 'Cookie e tracciamento',
    noCookies: 'Nessuno',
    noPixel:
      'Nel tuo browser non memorizziamo e non analizziamo nulla, e le nostre email non hanno pixel di tracciamento.',
    totals: (months: string) =>
      `Il server conta visite, iscrizioni e conferme per giorno, in totali che non identificano nessuno, conservati per ${months}.`,
    optIn: 'Iscrizione confermata per email (double opt-in)',
    confirmed: 'Sì, con un link e un pulsante',
    link: (days: string) => `Il link nell’email è valido per ${days}.`,
    proof: 'Prova del consenso',
    kept: (years: string) => `Conservata per ${years} dopo la fine dell’iscrizione`,
    proofDetail:
      'Data e ora della richiesta e della conferma, e un’impronta (hash) dei testi esatti.',
    rights: 'Come vedere e cancellare i tuoi dati',
    page: 'Nella pagina «I miei dati»',
    myData: 'I miei dati',
    minutes: (minutes: string) =>
      `Inserisci il tuo indirizzo: ti inviamo per email un link valido per ${minutes}.`,
    links: 'Protezione dei link nelle nostre email',
    signed: 'Firmati, se compiono un’azione per tuo conto o mostrano i tuoi dati',
    opening:
      'Ciascuno ha un solo scopo. Aprire un link non cambia nulla: devi sempre premere un pulsante.',
    backups: 'Protezione dei backup',
    deleted: (days: string) => `Eliminati dopo ${days}`,
    repeated:
      'Se ne ripristiniamo uno, ripetiamo le cancellazioni avvenute nel frattempo, se ne resta traccia.',
    closed: 'Possono leggerli solo l’account del sito e chi amministra il server.',
    law: 'Legge applicabile',
    italian: 'Legge italiana',
    report: 'A chi segnalare una vulnerabilità',
  },
} satisfies Words

export function governanceEntries(language: Language): Entry[] {
  return [...dataEntries(language), ...consentEntries(language), ...safetyEntries(language)]
}

function dataEntries(language: Language): Entry[] {
  const text = words[language]
  const periods = periodsByLength(language)
  const processors = processorsIn(language)
  const countries = [...new Set(processors.map(({ country }) => country))]
  const fields = contactFields.map((field) => field.words[language].label.toLowerCase())
  const policy = (section: string) => legalSource(language, 'privacy', section)
  return [
    {
      question: text.data,
      answer: text.fields(capitalised(listed(language, fields))),
      details: [...dataByPurpose(language), text.ipAddresses],
      source: policy('data-we-collect'),
      provedBy: [
        'every database column is declared, or its table holds no personal data',
        'no IP address of a client is stored in the database',
      ],
    },
    {
      question: text.periods,
      answer: text.upTo(periods[0]!.words, periods.at(-1)!.words),
      details: [
        ...periods.map(({ words: length, what }) => `${length}: ${what.join('; ')}.`),
        text.mailbox(periodWords(language, 'contactMessageMonths')),
        text.exception,
      ],
      source: policy('how-long-we-keep-it'),
      provedBy: ['the privacy policy names every retention period'],
    },
    {
      question: text.processors,
      answer: listed(language, countries) || text.nobody,
      details: [
        ...processors.map(({ name, country, purpose }) => `${name} (${country}) ${purpose}.`),
        ...(processors.length > 0 ? [transfers(language)] : []),
      ],
      source: policy('sharing'),
    },
    {
      question: text.cookies,
      answer: text.noCookies,
      details: [text.noPixel, text.totals(periodWords(language, 'visitMonths'))],
      source: policy('cookies'),
      provedBy: [
        'no cookie, no storage, no request to another host, no policy violation',
        'each mail contains the company data, and asks no server for anything',
        'visits and signups are counted by source, without bots, prefetches and internal links',
        'deletes visit and funnel counts after 24 months',
      ],
    },
  ]
}

function consentEntries(language: Language): Entry[] {
  const text = words[language]
  return [
    {
      question: text.optIn,
      answer: text.confirmed,
      details: [text.link(periodWords(language, 'confirmLinkDays'))],
      source: legalSource(language, 'privacy', 'how-we-use-it'),
      provedBy: ['signs up, confirms, unsubscribes, and must confirm again to come back'],
    },
    {
      question: text.proof,
      answer: text.kept(periodWords(language, 'endedSubscriptionYears')),
      details: [text.proofDetail],
      source: legalSource(language, 'privacy', 'data-we-collect'),
      provedBy: [
        'is stored with the times of signup and confirmation and the hashes of the texts',
        'ends a subscription after 24 months without a letter, and deletes its proof after 5 years',
      ],
    },
    {
      question: text.rights,
      answer: text.page,
      details: [text.minutes(periodWords(language, 'dataLinkMinutes'))],
      source: { text: text.myData, url: localPath(language, routes.myData) },
      provedBy: [
        'opens for one hour, and shows only the data of its address',
        'is erased from every table, except for a keyed hash',
      ],
    },
  ]
}

function safetyEntries(language: Language): Entry[] {
  const text = words[language]
  return [
    {
      question: text.links,
      answer: text.signed,
      details: [text.opening],
      source: legalSource(language, 'privacy', 'how-we-protect-it'),
      provedBy: [
        'a token is accepted only for its own purpose, subject and secret',
        'is not changed by a scanner that opens every link with GET and HEAD',
      ],
    },
    {
      question: text.backups,
      answer: text.deleted(periodWords(language, maxBackupAge)),
      details: [text.repeated, text.closed],
      source: legalSource(language, 'privacy', 'how-long-we-keep-it'),
      provedBy: [
        'a backup older than the recorded erasures is rejected, and backup --keep deletes it',
        'restore --since keeps unsubscribes, bounces and erasures, even after a change of SECRET',
        'a backup can be read by no other account of the machine',
      ],
    },
    {
      question: text.law,
      answer: text.italian,
      source: legalSource(language, 'terms', 'governing-law'),
    },
    {
      question: text.report,
      answer: `${site.company.name} ${site.company.legalForm}`,
      details: [site.email],
      source: { text: 'security.txt', url: routes.securityTxt },
    },
  ]
}

/** Each purpose, with the kinds of data that it needs. */
function dataByPurpose(language: Language): string[] {
  const tables = Object.entries(personalData)
  return Object.entries(purposes).map(([name, { aim }]) => {
    const titles = tables
      .filter(([, { purpose }]) => purpose === name)
      .map(([table]) => uncapitalised(personalDataTexts[table]!.title[language]))
    return words[language].why(aim[language], titles.join('; '))
  })
}

/** Shortest first. */
function periodsByLength(language: Language) {
  const now = new Date()
  const startOf = ({ name }: { name: Period }) => periodStart(name, now).getTime()
  return Array.from(Map.groupBy(policyPeriods(language), startOf))
    .toSorted(([one], [other]) => other - one)
    .map(([, items]) => ({
      words: items[0]!.period,
      what: items.map(({ what }) => uncapitalised(what)),
    }))
}
