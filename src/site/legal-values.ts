import { companyStatus, registeredOffice, shareCapital } from '#content/company-facts.ts'
import { site } from '#content/content.ts'
import { periodWords, policyPeriods } from '#content/periods.ts'
import { processorsIn, transfers } from '#content/processors.ts'
import { unconfirmedMailsPerDay } from '#personal-data.ts'
import { localPath, routes } from '#routes.ts'

/** Names that the owner's legal texts use, such as {props.site.brand}: a text that was written once keeps working. */
export const legalValues = {
  site,
  companyStatus,
  registeredOffice,
  shareCapital,
  periodWords,
  policyPeriods,
  processorsIn,
  transfers,
  unconfirmedMailsPerDay,
  localPath,
  routes,
}
