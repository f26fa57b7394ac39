import type { Command } from 'commander'
import { pipedAdmin } from '#admin-command.ts'

/** Arguments for each command; other commands need none. */
const examples: Record<string, string[]> = {
  '': [
    'console',
    'doctor',
    'subscribers export > subscribers.csv',
    'letters send launch --dry-run',
  ],
  console: ['', '--port 8080'],
  doctor: ['', '&& echo ready to go live', '--url https://www.example.com'],
  stats: ['', '--json | jq .sources'],
  'subscribers list': ['', '--status confirmed --since 2026-03-01', '--json | jq length'],
  'subscribers export': ['> subscribers.csv', '--format json --status confirmed > confirmed.json'],
  'subscribers unsubscribe': ['ada@example.com'],
  'subscribers remove': ['ada@example.com', 'ada@example.com --yes'],
  'messages list': ['', '--open', '--since 2026-03-01 --until 2026-03-31', '--status quarantined'],
  'messages show': ['019d2c3e-7a41-7c3e-8f2a'],
  'messages done': ['019d2c3e-7a41-7c3e-8f2a', '019d2c3e-7a41-7c3e-8f2a --undo'],
  'messages remove': ['019d2c3e-7a41-7c3e-8f2a', '--from ada@example.com', '--since 2026-03-01'],
  'messages export': ['> messages.csv', '--format json --since 2026-03-01'],
  'mail list': ['', '--status failed', '--json'],
  'mail retry': ['', '019d2c3e-7a41-7c3e-8f2a', '--letter launch'],
  'letters show': ['launch', 'launch --language it --html launch.html', 'launch --markdown'],
  'letters test': ['launch --to me@example.com'],
  'letters send': ['launch --dry-run', 'launch --at 2026-03-31T09:00+02:00'],
  'letters status': ['launch', 'launch --json | jq .in_doubt'],
  'letters hide': ['launch', 'launch --undo'],
  'letters stop': ['launch'],
  'suppressions import': ['bounces.csv', '- < bounces.csv', 'ada@example.com bob@example.com'],
  'suppressions remove': ['ada@example.com'],
  'consent prove': ['ada@example.com', 'ada@example.com > proof.txt'],
  'data show': ['ada@example.com', 'ada@example.com --json > ada.json'],
  'data erase': ['ada@example.com'],
  'data no-more-email': ['ada@example.com'],
  'privacy record': ['> record-of-processing.md'],
  backup: ['backups/2026-03-01.db', 'backups/2026-03-01.db --keep 29', '- > 2026-03-01.db'],
  backups: ['backups', 'backups --json'],
  restore: [],
  settings: ['', '--json'],
  set: [
    'MAIL_PER_SECOND=5 DIGEST=daily',
    "'MAIL_FROM=Your Brand <hello@example.com>'",
    'SMTP_URL',
    'BOUNCE_TO=',
  ],
}

/** The end of a command's help. */
export function examplesOf(command: Command, adminCommand: string): string {
  const path = pathOf(command)
  const isGroup = command.commands.length > 0
  const lines = (examples[path] ?? (isGroup ? [] : [''])).map((rest) => {
    const typed = `${path} ${rest}`.trim()
    const isPiped = /--json|export|[<>]/.test(typed)
    return `  ${isPiped ? pipedAdmin(adminCommand) : adminCommand} ${typed}`
  })
  return lines.length === 0 ? '' : `\nExamples:\n${lines.join('\n')}`
}

function pathOf(command: Command): string {
  return command.parent ? `${pathOf(command.parent)} ${command.name()}`.trim() : ''
}
