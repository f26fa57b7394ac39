import { companyLines } from '#content/company-facts.ts'
import { site } from '#content/content.ts'
import { periodWords, retentionOf } from '#content/periods.ts'
import { outsideEea, processorsIn } from '#content/processors.ts'
import type { Language } from '#language.ts'
import { longDate } from '#long-time.ts'
import { personalDataTexts, purposes } from '#personal-data-texts.ts'
import { maxBackupAge, personalData, type HeldTable } from '#personal-data.ts'
import { recordWords } from './processing-record-words.ts'

/** The record of processing activities (GDPR, article 30) as Markdown, from what the site enforces. */
export function processingRecord(language: Language, now: Date): string {
  const text = recordWords[language]
  const { version, lastUpdated } = site.legal.privacy
  const { dpo } = site.company
  return [
    `# ${text.title}`,
    text.written(longDate(language, now), version, lastUpdated),
    `## ${text.controller}`,
    list([...companyLines(language), site.email, ...(dpo ? [`${text.dpo}: ${dpo}`] : [])]),
    `## ${text.recipients}`,
    list([
      ...processorsIn(language).map(
        ({ name, country, purpose }) => `${name} (${country}): ${purpose}`,
      ),
      text.authorities,
    ]),
    text.transfers(outsideEea(language)),
    ...Object.entries(purposes).flatMap(([name, { aim, basis }]) => [
      `## ${text.processing(aim[language])}`,
      `${text.basis}: ${basis[language]}. ${text.subjects}: ${text.subjectsOf[name as HeldTable['purpose']]}.`,
      tableOf(language, name),
    ]),
    ...text
      .others({
        mailbox: periodWords(language, 'contactMessageMonths'),
        visits: periodWords(language, 'visitMonths'),
      })
      .flatMap(({ title, basis, subjects, about }) => [
        `## ${text.processing(title)}`,
        `${text.basis}: ${basis}. ${text.subjects}: ${subjects}. ${about}`,
      ]),
    `## ${text.measuresTitle}`,
    list(
      text.measures({
        backups: periodWords(language, maxBackupAge),
        mailbox: periodWords(language, 'contactMessageMonths'),
      }),
    ),
    '',
  ].join('\n\n')
}

const list = (items: string[]) => items.map((item) => `- ${item}`).join('\n')

/** The tables that a purpose needs. */
function tableOf(language: Language, purpose: string): string {
  const { table: titles } = recordWords[language]
  const rows = Object.keys(personalData)
    .filter((table) => personalData[table]!.purpose === purpose)
    .map((table) => describeTable(language, table))
  return [titles, titles.map(() => '---'), ...rows]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n')
}

function describeTable(language: Language, table: string): string[] {
  const text = recordWords[language]
  const { columns, onErasure } = personalData[table]!
  const { title, columns: labels } = personalDataTexts[table]!
  const named = columns.flatMap((column) => labels[column]?.[language] ?? [])
  const fields = named.length === columns.length ? named : [...named, text.technical]
  const periods = retentionOf(language, table).map(({ what, period }) => `${what}: ${period}`)
  if (onErasure === 'deleted with the signup') periods.push(text.withSignup)
  return [
    title[language],
    fields.join(', '),
    periods.join('; ') || text.noPeriod,
    text.onErasure[onErasure],
  ]
}
