import { companyLines } from '#content/company-facts.ts'
import { site } from '#content/content.ts'
import { periodWords } from '#content/periods.ts'
import { personalData } from '#personal-data.ts'
import { onErasure, purposes, type Processing } from '#processing.ts'
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
    'Transfers to third countries: see the country of each processor; its contract names the safeguard.',
  ]
  for (const [name, { aim, basis }] of Object.entries(purposes)) {
    const held = Object.values(personalData).filter(({ purpose }) => purpose === name)
    lines.push(
      '',
      `## Processing ${aim.en}`,
      '',
      `Legal basis: ${basis.en}. Data subjects: visitors who use a form, subscribers.`,
      '',
      '| data | fields | kept for | erasure |',
      '| --- | --- | --- | --- |',
      ...held.map((table) => `| ${rowOf(table).join(' | ')} |`),
    )
  }
  lines.push('', '## Technical and organisational measures', '', ...measures, '')
  return lines.join('\n')
}

function rowOf({ title, columns, retention, person }: Processing): string[] {
  const fields = Object.entries(columns).map(([column, label]) => label?.en ?? column)
  const periods = retention.map(({ what, period }) => `${what.en}: ${periodWords('en', period)}`)
  return [
    title.en,
    fields.join(', '),
    periods.join('; ') || 'no end of its own',
    onErasure[person].words,
  ]
}

const measures = [
  '- Double opt-in; the exact consent texts are kept with their hashes.',
  '- No accounts and no administration on the web; links in emails are signed and serve one purpose.',
  '- Network (IP) addresses are not stored; rate limits are counted in memory. Logs hold neither addresses nor names.',
  `- Backups are kept for ${periodWords('en', 'erasureHashDays')}; erasures are repeated on a restored one.`,
  `- Copies of contact messages in the mailbox are deleted by hand after ${periodWords('en', 'contactMessageMonths')}, and when the site asks for it after an erasure.`,
  '- The site checks at least daily and deletes what has expired.',
]
