import { site } from './content.ts'

/** Facts that Italian law requires on a company's site and in its mail. */
export function companyFacts(): string[] {
  const { company } = site
  return [
    `${company.name} ${company.legalForm}`,
    `Registered office: ${company.registeredOffice}`,
    `Company register of ${company.companyRegister}, no. ${company.registrationNumber}`,
    `REA ${company.reaNumber}`,
    `Share capital ${company.shareCapital}`,
    `VAT IT${company.vatNumber}`,
    ...companyStatus(),
  ]
}

/** Facts that only some companies have to state. */
export function companyStatus(): string[] {
  const { soleShareholder, inLiquidation, directedBy } = site.company
  return [
    ...(soleShareholder ? ['Company with a sole shareholder'] : []),
    ...(inLiquidation ? ['In liquidation'] : []),
    ...(directedBy === undefined ? [] : [`Under the direction and coordination of ${directedBy}`]),
  ]
}

/** For the footer of a mail. */
export function companyLine(): string {
  return companyLines().join(' · ')
}

/** The facts for mail: with the certified address (PEC). */
export function companyLines(): string[] {
  const { pec } = site.company
  return [...companyFacts(), ...(pec === undefined ? [] : [`PEC ${pec}`])]
}
