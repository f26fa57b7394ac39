import type { Config } from '#config.ts'
import type { Finding } from './finding.ts'

/** Settings that only the owner can fill in, the most important first, each with what to type. */
export function ownerTasks(
  findings: Pick<Finding, 'subject' | 'level'>[],
  { backupCommand }: Pick<Config, 'backupCommand'>,
  adminCommand: string,
): string[] {
  const isOpen = (...subjects: string[]) =>
    findings.some(({ subject, level }) => level !== 'ok' && subjects.includes(subject))
  // A container gets its settings from the file beside compose.yaml.
  const isContainer = /\bcompose\b/.test(adminCommand)
  const type = (setting: string, value: string) =>
    isContainer ? `${setting}=${value} in .env` : `${adminCommand} set '${setting}=${value}'`
  const tasks = {
    'The address that visitors use': isOpen('PUBLIC_URL') && type('PUBLIC_URL', 'https://…'),
    'Your mail provider': isOpen('Mail server') && type('SMTP_URL', 'smtps://user:password@host'),
    'Your own addresses':
      isOpen('Addresses') &&
      `${type('MAIL_FROM', 'Your Brand <hello@your.domain>')}, and CONTACT_TO in the same way`,
    'Your company and your texts':
      isOpen('Content', 'Processors') &&
      'replace each sample(…) in content/, commit, and bring this release here',
    "Your domain's mail records":
      isOpen('SPF', 'DKIM', 'DMARC') && 'your mail provider shows what to enter where you have it',
    'A second place for backups':
      backupCommand === undefined && type('BACKUP_COMMAND', 'rclone copy {} offsite:site-backups'),
  }
  return Object.entries(tasks).flatMap(([subject, task]) => (task ? `${subject}: ${task}` : []))
}
