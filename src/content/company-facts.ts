import type { Language, Words } from '#language.ts'
import { site } from './content.ts'

const words = {
  en: {
    country: 'Italy',
    office: 'Registered office:',
    register: (place: string, number: string) => `Company register of ${place}, no.\u00a0${number}`,
    capital: 'Share capital',
    vat: 'VAT no. IT',
    paidUp: ', fully paid up',
    partlyPaidUp: (amount: string) => `, of which ${amount} paid up`,
    soleShareholder: 'Company with a sole shareholder',
    inLiquidation: 'In liquidation',
    directedBy: 'Under the direction and coordination of',
  },
  it: {
    country: 'Italia',
    office: 'Sede legale:',
    register: (place: string, number: string) =>
      `Codice fiscale e iscrizione al Registro delle imprese di ${place} n.\u00a0${number}`,
    capital: 'Capitale sociale',
    vat: 'P. IVA ',
    paidUp: ' i.v.',
    partlyPaidUp: (amount: string) => `, di cui versati ${amount}`,
    soleShareholder: 'Società con socio unico',
    inLiquidation: 'In liquidazione',
    directedBy: 'Soggetta a direzione e coordinamento di',
  },
} satisfies Words

/** Facts that Italian law requires on a company's site and in its mail. */
export function companyFacts(language: Language): string[] {
  const { company } = site
  const { office, register, capital, vat } = words[language]
  return [
    `${company.name} ${company.legalForm}`,
    `${office} ${registeredOffice(language)}`,
    register(company.companyRegister, company.registrationNumber),
    `REA\u00a0${company.reaNumber}`,
    `${capital} ${shareCapital(language)}`,
    `${vat}${company.vatNumber}`,
    ...companyStatus(language),
  ]
}

/** Facts that only some companies have to state. */
export function companyStatus(language: Language): string[] {
  const { soleShareholder, inLiquidation, directedBy } = site.company
  return [
    ...(soleShareholder ? [words[language].soleShareholder] : []),
    ...(inLiquidation ? [words[language].inLiquidation] : []),
    ...(directedBy === undefined ? [] : [`${words[language].directedBy} ${directedBy}`]),
  ]
}

export function registeredOffice(language: Language): string {
  return `${site.company.registeredOffice}, ${words[language].country}`
}

export function shareCapital(language: Language, capital = site.company.shareCapital): string {
  const { amount, paidUp } = capital
  const { paidUp: fully, partlyPaidUp } = words[language]
  return `${euros[language](amount)}${paidUp === amount ? fully : partlyPaidUp(euros[language](paidUp))}`
}

/** For the footer of a mail. No line begins with a dot. */
export function companyLine(language: Language): string {
  return companyLines(language).join('\u00a0· ')
}

/** The facts for mail: with the certified address (PEC). */
export function companyLines(language: Language): string[] {
  const { pec } = site.company
  return [...companyFacts(language), ...(pec === undefined ? [] : [`PEC ${pec}`])]
}

const cents = { minimumFractionDigits: 2, maximumFractionDigits: 2, useGrouping: 'always' } as const

/** €10,000.00 and 10.000,00 €. */
const euros = {
  en: (amount: number) => `€${amount.toLocaleString('en-GB', cents)}`,
  it: (amount: number) => `${amount.toLocaleString('it-IT', cents)}\u00a0€`,
}
