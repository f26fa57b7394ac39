import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Command } from 'commander'
import { backupMadeAt, fingerprintIn, isMadeWith, proofIn } from '#database/backup-record.ts'
import { shortInstant } from '../printable.ts'
import { secretsOf } from '#secret.ts'
import type { CommandContext } from './command-context.ts'
import { printTable } from './listing.ts'

interface ListedBackup {
  file: string
  madeAt: string
  bytes: number
  /** Null if it can't be read. */
  subscribers: number | null
  messages: number | null
  provenAt: string | null
  state: 'proven' | 'not proven' | 'another SECRET' | 'unreadable'
}

export function addBackups(program: Command, context: CommandContext) {
  program
    .command('backups')
    .description(
      'list the backups in a folder, newest first: what they hold, and whether they are proven',
    )
    .argument('<folder>', 'a folder with files that `backup` made', context.pathOf)
    .option('--json', 'an array of objects, for scripts')
    .action(async (folder: string, { json }: { json?: boolean }) => {
      const backups = listBackups(folder, secretsOf(context.keys))
      if (json) return await context.terminal.printJson(backups)
      const shown = (value: number | null) => (value === null ? '–' : String(value))
      const columns = {
        made: ({ madeAt }: ListedBackup) => shortInstant(madeAt),
        subscribers: ({ subscribers }: ListedBackup) => shown(subscribers),
        messages: ({ messages }: ListedBackup) => shown(messages),
        state: ({ state }: ListedBackup) => state,
        file: ({ file }: ListedBackup) => file,
      }
      await printTable(context.terminal, columns, backups, `No backups in ${folder}.`)
    })
}

function listBackups(folder: string, secrets: string[]): ListedBackup[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => join(folder, name))
    .filter((file) => mayBeBackup(file) && !file.endsWith('.partial'))
    .map((file) => describe(file, secrets))
    .toSorted((a, b) => (a.madeAt < b.madeAt ? 1 : -1))
}

/** Also a file that can't be read: `scp` as root leaves one that is for root alone. */
function mayBeBackup(file: string): boolean {
  try {
    return fingerprintIn(file) !== 0
  } catch {
    return true
  }
}

function describe(file: string, secrets: string[]): ListedBackup {
  const known = { file, madeAt: backupMadeAt(file).toISOString(), bytes: statSync(file).size }
  const nothing = { subscribers: null, messages: null, provenAt: null }
  try {
    const proof = proofIn(file)
    const provenState = proof?.proven_at ? 'proven' : 'not proven'
    const state = isMadeWith(secrets, file) ? provenState : 'another SECRET'
    if (!proof) return { ...known, ...nothing, state }
    const { subscribers, messages, proven_at: provenAt } = proof
    return { ...known, subscribers, messages, provenAt, state }
  } catch {
    return { ...known, ...nothing, state: 'unreadable' }
  }
}
