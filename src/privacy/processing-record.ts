import { companyLines } from '#content/company-facts.ts'
import { site } from '#content/content.ts'
import { periodWords, retentionOf } from '#content/periods.ts'
import { transfers } from '#content/processors.ts'
import { personalDataTexts, purposes } from '#personal-data-texts.ts'
import { maxBackupAge, personalData } from '#personal-data.ts'
import { recipients } from './collect-personal-data.ts'

/** The record of processing activities (GDPR, article 30) as Markdown, from what the site enforces. */
export function processingRecord(now: Date): string {
  const lines = [
    '# Record of processing activities',
    '',
    `Article 30(1) of Regulation (EU) 2016/679. Written ${now.toISOString().slice(0, 10)} for ${site.brand}; Privacy Policy version ${site.legal.privacy.version} of ${site.legal.privacy.lastUpdated}.`,
    '',
    '## Controller',
    '',
    ...companyLines('en').map((fact) => `- ${fact}`),
    `- ${site.email}`,
    '',
    '## Recipients and processors',
    '',
    ...recipients('en').map((recipient) => `- ${recipient}`),
    '',
    transfers('en'),
  ]
  for (const [name, { aim, basis }] of Object.entries(purposes)) {
    const tables = Object.keys(personalData).filter(
      (table) => personalData[table]!.purpose === name,
    )
    lines.push(
      '',
      `## Processing ${aim.en}`,
      '',
      `Legal basis: ${basis.en}. Data subjects: visitors who use a form, subscribers, people who write to us in other ways.`,
      '',
      '| data | fields | kept for | erasure |',
      '| --- | --- | --- | --- |',
      ...tables.map((table) => `| ${describeTable(table).join(' | ')} |`),
    )
  }
  lines.push(
    '',
    ...counting,
    '',
    ...serving,
    '',
    '## Technical and organisational measures',
    '',
    ...measures,
    '',
  )
  return lines.join('\n')
}

function describeTable(table: string): string[] {
  const { columns, onErasure } = personalData[table]!
  const { title, columns: labels } = personalDataTexts[table]!
  const fields = columns.map((column) => labels[column]?.en ?? column)
  const periods = retentionOf('en', table).map(({ what, period }) => `${what}: ${period}`)
  return [title.en, fields.join(', '), periods.join('; ') || 'no end of its own', onErasure]
}

const counting = [
  '## Processing to count how people find the site and whether confirmation emails arrive',
  '',
  'Legal basis: the legitimate interest in knowing what works, article 6(1)(f). Data subjects: visitors. Kept are totals for each day, without personal data.',
]

const serving = [
  '## Processing to show the site and keep it available',
  '',
  'Legal basis: the legitimate interest in a site that works and can be restored after a failure, article 6(1)(f). Data subjects: visitors. IP addresses while a page is sent, and for rate limits in memory; copies of the data above in backups.',
]

const measures = [
  '- Double opt-in; the exact consent texts are kept with their hashes.',
  '- No accounts and no administration on the web; links in emails are signed and serve one purpose.',
  '- IP addresses are not stored; rate limits are counted in memory. Logs hold neither addresses nor names.',
  `- Backups are kept for ${periodWords('en', maxBackupAge)}; erasures are repeated on a restored one.`,
  `- Copies of contact messages in the mailbox are deleted by hand after ${periodWords('en', 'contactMessageMonths')}, and when the site asks for it after an erasure.`,
  `- Messages by email, PEC or post, replies to letters included, are kept in the mailbox or on paper, not on the site, and are deleted by hand ${periodWords('en', 'contactMessageMonths')} after the last one.`,
  '- The site checks at least daily and deletes what has expired.',
]
