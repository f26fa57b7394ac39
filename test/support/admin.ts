import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { onTestFinished } from 'vitest'
import { createCommandContext } from '#owner/cli/command-context.ts'
import { runProgram } from '#owner/cli/program.ts'
import { createTerminal } from '#owner/cli/terminal.ts'
import { loadConfig } from '#config.ts'
import { newTarget, type DialectName } from './databases.ts'
import { built, startProcess } from './start-site.ts'

/** An environment with an empty database and data folder. */
export async function newAdminEnv(dialect: DialectName, more: Record<string, string> = {}) {
  const target = await newTarget(dialect)
  const env: Record<'DATA_DIR' | 'DATABASE_URL' | 'SECRET', string> & typeof more = {
    DATA_DIR: mkdtempSync(join(tmpdir(), 'admin-')),
    DATABASE_URL: target.kind === 'sqlite' ? `sqlite:${target.file}` : target.url,
    SECRET: 'a secret of at least 32 characters',
    ...more,
  }
  return { target, env }
}

/** Runs a command in this process, which is a hundred times faster than in its own. */
export async function admin(
  env: Record<string, string>,
  args: string[],
  {
    confirm,
    ...options
  }: { lettersDir?: string; adminCommand?: string; confirm?: () => Promise<void> } = {},
) {
  const output = { stdout: '', stderr: '' }
  const terminal = {
    ...createTerminal(env),
    ...(confirm && { confirm }),
    write: async (words: string | Uint8Array) => void (output.stdout += String(words)),
    note: (words: string) => void (output.stderr += `${words}\n`),
  }
  const readConfig = () => loadConfig(env, terminal.note)
  const context = createCommandContext({ terminal, readConfig, workingDir: '.', ...options })
  return { code: await runProgram(context, args), ...output }
}

/** Runs a command of the build in its own process. */
export async function runAdmin(env: Record<string, string>, args: string[]) {
  const child = startAdmin(env, args)
  child.stdin.end()
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)])
  return { code: await child.exited, stdout, stderr }
}

export function startAdmin(env: Record<string, string>, args: string[]) {
  const child = startProcess([...built('cli'), ...args], env)
  onTestFinished(() => void child.kill('SIGKILL'))
  return child
}
