import { site } from './content.ts'

/** What Italian law wants a company to print on its site and in its letters. */
export function companyFacts(): string[] {
  const { company } = site
  return [
    `${company.name} ${company.legalForm}`,
    `Registered office: ${company.registeredOffice}`,
    `Company register of ${company.companyRegister}`,
    `REA ${company.reaNumber}`,
    `Share capital ${company.shareCapital}`,
    `VAT IT${company.vatNumber}`,
  ]
}

/** The same for mail, with where the company takes mail of legal weight. */
export function companyLines(): string[] {
  const { pec } = site.company
  return [...companyFacts(), ...(pec === undefined ? [] : [`PEC ${pec}`])]
}
