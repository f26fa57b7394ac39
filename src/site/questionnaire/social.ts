import { site } from '#content/content.ts'
import type { Language, Words } from '#language.ts'
import { checkedViews, largeTextWidths, wcag } from '../accessibility-checks.ts'
import { capitalised, fileSource, legalSource, listed, versionOf, type Entry } from './entry.ts'

const words = {
  en: {
    accessibility: 'Accessibility: violations that our tests allow',
    none: (views: number) => `None, in ${views} pages and page states`,
    checks: (level: string, version: string, narrowest: number) =>
      `Checked against ${level} with axe ${version}, with colours checked in light and dark. A single violation fails the tests. These pages must also fit windows as narrow as ${narrowest} pixels, with text at 200%.`,
    limits: 'Automated checks don’t find every barrier. If you come across one, please tell us.',
    languages: 'Languages',
    withoutScript: 'Works without JavaScript',
    yes: 'Yes: every page and every form',
    age: 'Children',
    years: (age: number) => `Not directed to children under ${age}`,
    ageDetail:
      'In Italy, anyone under 14 needs the consent of a parent or guardian to join the newsletter. The site doesn’t ask your age.',
    answers: 'Who answers questions about personal data, and how fast',
    month: (company: string) => `${company}, within one month`,
    write: `Write to ${site.email}.`,
  },
  it: {
    accessibility: 'Accessibilità: violazioni ammesse dai test',
    none: (views: number) => `Nessuna, su ${views} pagine e varianti di pagina`,
    checks: (level: string, version: string, narrowest: number) =>
      `Verifica ${level} con axe ${version}, nel tema chiaro e in quello scuro: i test non ammettono violazioni. Queste pagine devono anche adattarsi a finestre larghe anche solo ${narrowest} pixel, con il testo al 200%.`,
    limits:
      'I controlli automatici non trovano tutte le barriere. Se ne incontri una, segnalacela.',
    languages: 'Lingue',
    withoutScript: 'Funziona senza JavaScript',
    yes: 'Sì: ogni pagina e ogni modulo',
    age: 'Minori',
    years: (age: number) => `Il sito non è rivolto ai minori di ${age} anni`,
    ageDetail:
      'In Italia, sotto i 14 anni, per la newsletter serve il consenso di un genitore o di chi ne fa le veci. L’età non viene chiesta.',
    answers: 'Chi risponde alle domande sui dati personali, e in quanto tempo',
    month: (company: string) => `${company}, entro un mese`,
    write: `Scrivi a ${site.email}.`,
  },
} satisfies Words

export function socialEntries(language: Language): Entry[] {
  const text = words[language]
  const names = new Intl.DisplayNames(language, { type: 'language' })
  return [
    {
      question: text.accessibility,
      answer: text.none(checkedViews.length),
      details: [
        text.checks(highestLevel(), versionOf('axe-core'), Math.min(...largeTextWidths)),
        text.limits,
      ],
      source: fileSource('test/journeys/every-view.spec.ts'),
      provedBy: ['is accessible in both colour schemes and fits every window and text size'],
    },
    {
      question: text.languages,
      answer: capitalised(
        listed(
          language,
          site.languages.map((code) => names.of(code)!),
        ),
      ),
      source: fileSource('content/site.ts'),
    },
    {
      question: text.withoutScript,
      answer: text.yes,
      source: fileSource('test/journeys/without-javascript.spec.ts'),
      provedBy: [
        'a signup without JavaScript leads to the page Thank You!',
        'a message without JavaScript leads to the confirmation page',
        'a visitor sees, downloads and erases the data the site holds',
        'the menu opens, closes and navigates without JavaScript',
      ],
    },
    {
      question: text.age,
      answer: text.years(site.legal.minimumAge),
      details: [text.ageDetail],
      source: legalSource(language, 'privacy', 'children'),
    },
    {
      question: text.answers,
      answer: text.month(`${site.company.name} ${site.company.legalForm}`),
      details: [text.write],
      source: legalSource(language, 'privacy', 'your-rights'),
    },
  ]
}

/** WCAG 2.2 AA for wcag22aa. */
function highestLevel(): string {
  const [, major, minor, level] = /^wcag(\d)(\d)(a+)$/.exec(wcag.at(-1)!)!
  return `WCAG ${major}.${minor} ${level!.toUpperCase()}`
}
