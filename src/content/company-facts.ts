import { site } from './content.ts'

/** What Italian law wants a company to print on its site and in its letters. */
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

/** What only some companies have to say. */
export function companyStatus(): string[] {
  const { soleShareholder, inLiquidation, directedBy } = site.company
  return [
    ...(soleShareholder ? ['Company with a sole shareholder'] : []),
    ...(inLiquidation ? ['In liquidation'] : []),
    ...(directedBy === undefined ? [] : [`Under the direction and coordination of ${directedBy}`]),
  ]
}

/** The same for mail, with where the company takes mail of legal weight. */
export function companyLines(): string[] {
  const { pec } = site.company
  return [...companyFacts(), ...(pec === undefined ? [] : [`PEC ${pec}`])]
}
