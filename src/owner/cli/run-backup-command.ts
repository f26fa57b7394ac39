import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { UserError } from '#user-error.ts'

/**
 * Runs BACKUP_COMMAND, in which `{}` stands for the file; without it, the file is the last argument. Its output goes to
 * standard error.
 */
export async function runBackupCommand(command: string, file: string): Promise<void> {
  const script = command.includes('{}') ? command.replaceAll('{}', '"$1"') : `${command} "$1"`
  const child = spawn('/bin/sh', ['-c', script, 'backup', file], { stdio: ['ignore', 2, 2] })
  const [code, signal] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null]
  if (code === 0) return
  const end = signal === null ? `exit code ${code}` : signal
  throw new UserError(`BACKUP_COMMAND ended with ${end}: ${file} is not in a second place.`)
}
