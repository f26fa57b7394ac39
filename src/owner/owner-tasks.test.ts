import { expect, test } from 'vitest'
import { ownerTasks } from './owner-tasks.ts'

const finding = (subject: string, level: 'ok' | 'failure' = 'failure') => ({ subject, level })
const subjects = ['Content', 'DKIM', 'Mail server', 'Backup', 'PUBLIC_URL', 'Addresses']
const nothingSet = { backupCommand: undefined }

test('doctor asks for the address and the mail provider first, and for a second place for backups last', () => {
  const tasks = ownerTasks(
    subjects.map((subject) => finding(subject)),
    nothingSet,
    'site-admin',
  )
  expect(tasks.map((task) => task.split(':')[0])).toEqual([
    'The address that visitors use',
    'Your mail provider',
    'Your own addresses',
    'Your company and your texts',
    "Your domain's mail records",
    'A second place for backups',
  ])
  expect(tasks[1]).toBe("Your mail provider: site-admin set 'SMTP_URL=smtps://user:password@host'")
})

test('doctor asks for nothing that is in order', () => {
  const tasks = ownerTasks(
    subjects.map((subject) => finding(subject, 'ok')),
    { backupCommand: 'scp {} nas:' },
    'site-admin',
  )
  expect(tasks).toEqual([])
})

test('doctor in a container names the file that compose reads', () => {
  const tasks = ownerTasks(
    [finding('PUBLIC_URL')],
    nothingSet,
    'docker compose exec site site-admin',
  )
  expect(tasks[0]).toBe('The address that visitors use: PUBLIC_URL=https://… in .env')
})
