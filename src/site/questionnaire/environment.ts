import type { Language, Words } from '#language.ts'
import { contentSecurityPolicy } from '../content-security-policy.ts'
import { buildDay, buildSource, legalSource, listed, versionOf, type Entry } from './entry.ts'
import type { Measured, Visit } from './measure-home.ts'

const methodUrl = 'https://sustainablewebdesign.org/estimating-digital-emissions/'

const words = {
  en: {
    phone: 'Data loaded on a first visit to the home page, on a phone',
    desktop: 'Data loaded on a first visit to the home page, on a computer',
    visit: (size: string, requests: number) => `${size} in ${requests} requests`,
    window: (pixels: string, density: number) =>
      `In Chromium, with a window of ${pixels} pixels at pixel density ${density}, light colours and an empty cache. Compressed, without HTTP headers.`,
    script: 'JavaScript loaded with the home page',
    inline: (size: string) => `${size}, inside the page`,
    onDemand: (size: string) =>
      `Not compressed. The form’s own files, ${size} compressed, are loaded only when a pointer, a finger or the keyboard reaches the form.`,
    servers: 'Requests to other companies’ servers',
    none: 'None',
    policy: 'The Content-Security-Policy sent with every page allows files only from this site.',
    emissions: 'Energy and CO2e of a first visit to the home page, estimated',
    grams: (phone: string, desktop: string) =>
      `About ${phone} of CO2e on a phone, ${desktop} on a computer`,
    energy: (phone: string, desktop: string) =>
      `Energy: ${phone} on a phone, ${desktop} on a computer.`,
    constants: (total: string, parts: string[], grid: string) =>
      `The method assumes ${total} per gigabyte to run and make the equipment (data centres ${parts[0]}, networks ${parts[1]}, devices ${parts[2]}) and ${grid} of CO2e per kWh, a world average.`,
    limits:
      'Nobody else has checked it. It counts only bytes: it doesn’t know which device and network you use, or where the electricity for them and for our hosting comes from. It leaves out other pages and the form’s own files.',
    method: (day: string, version: string) =>
      `Estimated by the build of ${day} from the bytes above, with the Sustainable Web Design Model\u00a04 and CO2.js ${version}`,
    notMeasured: 'Not measured yet',
    measures: 'npm run build measures it',
  },
  it: {
    phone: 'Dati scaricati alla prima visita alla home page, da telefono',
    desktop: 'Dati scaricati alla prima visita alla home page, da computer',
    visit: (size: string, requests: number) => `${size} in ${requests} richieste`,
    window: (pixels: string, density: number) =>
      `In Chromium, con una finestra di ${pixels} pixel a densità ${density}, colori chiari e cache vuota. Dati compressi, senza intestazioni HTTP.`,
    script: 'JavaScript scaricato con la home page',
    inline: (size: string) => `${size}, inclusi nella pagina`,
    onDemand: (size: string) =>
      `Non compresso. I file del modulo, ${size} compressi, si scaricano solo quando il puntatore, un dito o la tastiera raggiunge il modulo.`,
    servers: 'Richieste a server di altre aziende',
    none: 'Nessuna',
    policy:
      'La Content-Security-Policy inviata con ogni pagina ammette soltanto file di questo sito.',
    emissions: 'Energia e CO2e di una prima visita alla home page (stima)',
    grams: (phone: string, desktop: string) =>
      `Circa ${phone} di CO2e da telefono, ${desktop} da computer`,
    energy: (phone: string, desktop: string) =>
      `Energia: ${phone} da telefono, ${desktop} da computer.`,
    constants: (total: string, parts: string[], grid: string) =>
      `Il metodo stima ${total} per gigabyte per l’uso e la produzione delle apparecchiature (data center: ${parts[0]}; reti: ${parts[1]}; dispositivi: ${parts[2]}) e ${grid} di CO2e per kWh, media mondiale.`,
    limits:
      'Nessun altro l’ha verificata. Conta soltanto i byte: non sa quale dispositivo e quale rete usi, né da dove viene l’elettricità per farli funzionare e per il nostro hosting. Non comprende le altre pagine né i file del modulo.',
    method: (day: string, version: string) =>
      `Stima della build del ${day}, ricavata dai byte indicati sopra con il Sustainable Web Design Model\u00a04 e CO2.js ${version}`,
    notMeasured: 'Ancora da misurare',
    measures: 'Si misura con npm run build',
  },
} satisfies Words

export function environmentEntries(language: Language, measured: Measured | undefined): Entry[] {
  const text = words[language]
  const page = { scripts: [], styles: [], loadsIslands: true }
  const others = otherServers(contentSecurityPolicy(page, { apiUrl: '', publicUrl: '' }))
  return [
    ...(measured
      ? measuredEntries(language, measured)
      : [text.phone, text.desktop, text.script, text.emissions].map((question): Entry => ({
          question,
          answer: text.notMeasured,
          source: { text: text.measures },
          isMissing: true,
        }))),
    {
      question: text.servers,
      answer: listed(language, others) || text.none,
      details: others.length === 0 ? [text.policy] : [],
      source: legalSource(language, 'privacy', 'cookies'),
      provedBy: ['no cookie, no storage, no request to another host, no policy violation'],
    },
  ]
}

function measuredEntries(
  language: Language,
  { visits, scriptBytes, formScriptBytes, method }: Measured,
): Entry[] {
  const text = words[language]
  const { phone, desktop } = visits
  const kwh = (number: number) => amount(language, number)
  const { total, dataCentres, networks, devices } = method.kwhPerGb
  const parts = [dataCentres, networks, devices].map(kwh)
  return [
    visitEntry(language, text.phone, phone),
    visitEntry(language, text.desktop, desktop),
    {
      question: text.script,
      answer: text.inline(kilobytes(language, scriptBytes)),
      details: [text.onDemand(kilobytes(language, formScriptBytes))],
      source: buildSource(language),
      provedBy: ['a first visit transfers what the questionnaire says'],
    },
    {
      question: text.emissions,
      answer: text.grams(
        `${amount(language, phone.gramsOfCo2e)}\u00a0g`,
        `${amount(language, desktop.gramsOfCo2e)}\u00a0g`,
      ),
      details: [
        text.energy(
          `${amount(language, phone.wattHours)}\u00a0Wh`,
          `${amount(language, desktop.wattHours)}\u00a0Wh`,
        ),
        text.constants(
          `${kwh(total)}\u00a0kWh`,
          parts,
          `${amount(language, method.gramsPerKwh)}\u00a0g`,
        ),
        text.limits,
      ],
      source: { text: text.method(buildDay(language), versionOf('@tgwf/co2')), url: methodUrl },
      provedBy: ['the estimate of one gigabyte is that of the method’s own tests'],
    },
  ]
}

function visitEntry(language: Language, question: string, visit: Visit): Entry {
  const { width, height, density } = visit.window
  const text = words[language]
  return {
    question,
    answer: text.visit(kilobytes(language, visit.bytes), visit.files.length),
    details: [text.window(`${width}\u00a0×\u00a0${height}`, density)],
    source: buildSource(language),
    provedBy: ['a first visit transfers what the questionnaire says'],
  }
}

/** Sources in a Content-Security-Policy other than keywords and hashes, which are quoted. */
export function otherServers(policy: string): string[] {
  const sources = policy.split('; ').flatMap((directive) => directive.split(' ').slice(1))
  return sources.filter((source) => /^[^']/.test(source))
}

/** With two digits that count, in kB of 1,000 bytes. */
function kilobytes(language: Language, bytes: number): string {
  const maximumFractionDigits = bytes < 10_000 ? 1 : 0
  return `${(bytes / 1000).toLocaleString(language, { maximumFractionDigits })}\u00a0kB`
}

function amount(language: Language, number: number): string {
  const digits = { minimumSignificantDigits: 2, maximumSignificantDigits: 2 }
  return number.toLocaleString(language, number < 0.1 ? digits : { maximumSignificantDigits: 3 })
}
