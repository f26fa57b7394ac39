import type { ChildProcess } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { CommanderError, type Command } from 'commander'
import { onTestFinished } from 'vitest'
import { createCommandContext } from '#cli/command-context.ts'
import { createProgram } from '#cli/program.ts'
import { createTerminal } from '#cli/terminal.ts'
import { loadConfig } from '#config.ts'
import { describeError } from '#user-error.ts'
import { newTarget, type DialectName } from './databases.ts'
import { startBuilt } from './start-site.ts'

/** An empty database and data folder, and the environment that names them. */
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

/** A command of the owner in this process: it starts in a hundredth of the time. */
export async function admin(env: Record<string, string>, args: string[]) {
  const said = { stdout: '', stderr: '' }
  const terminal = {
    ...createTerminal(env),
    write: async (words: string) => void (said.stdout += words),
    note: (words: string) => void (said.stderr += `${words}\n`),
  }
  const readConfig = () => loadConfig(env, terminal.note)
  const context = createCommandContext({ terminal, readConfig, workingDir: '.' })
  const program = createProgram(context)
  listenTo(program, said)
  try {
    await context.run(() => program.parseAsync(args, { from: 'user' }))
    return { code: 0, ...said }
  } catch (error) {
    // Commander has said what is wrong by itself, or has shown the help.
    if (error instanceof CommanderError) return { code: error.exitCode === 0 ? 0 : 2, ...said }
    terminal.note(String(describeError(error)))
    return { code: 1, ...said }
  }
}

/** Commander hands this on only to commands made after it. */
function listenTo(command: Command, said: { stdout: string; stderr: string }) {
  command.configureOutput({
    writeOut: (words) => (said.stdout += words),
    writeErr: (words) => (said.stderr += words),
  })
  for (const sub of command.commands) listenTo(sub, said)
}

/** The built command line as a process of its own, to its end. */
export async function runAdmin(env: Record<string, string>, args: string[]) {
  const child = startAdmin(env, args)
  child.stdin!.end()
  const [stdout, stderr, code] = await Promise.all([
    text(child.stdout!),
    text(child.stderr!),
    exitOf(child),
  ])
  return { code, stdout, stderr }
}

export function startAdmin(env: Record<string, string>, args: string[]): ChildProcess {
  const child = startBuilt('cli', args, env)
  onTestFinished(() => void child.kill('SIGKILL'))
  return child
}

/** `null`: ended by a signal. */
export function exitOf(child: ChildProcess): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve(child.exitCode)
  return new Promise((resolve) => child.once('exit', resolve))
}
