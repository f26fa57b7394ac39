import type { ChildProcess } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { onTestFinished } from 'vitest'
import type { Target } from '#database/connect.ts'
import { newTarget, type DialectName } from './databases.ts'
import { startBuilt } from './start-site.ts'

export interface AdminEnv extends Record<string, string> {
  DATA_DIR: string
  DATABASE_URL: string
}

export interface AdminResult {
  code: number | null
  stdout: string
  stderr: string
}

/** An empty database and data folder, and the environment that names them. */
export async function newAdminEnv(
  dialect: DialectName,
  more: Record<string, string> = {},
): Promise<{ target: Target; env: AdminEnv }> {
  const target = await newTarget(dialect)
  return {
    target,
    env: {
      DATA_DIR: mkdtempSync(join(tmpdir(), 'admin-')),
      DATABASE_URL: target.kind === 'sqlite' ? `sqlite:${target.file}` : target.url,
      SECRET: 'a secret of at least 32 characters',
      ...more,
    },
  }
}

/** The built command line as a process of its own, to its end. */
export async function runAdmin(
  env: Record<string, string>,
  args: string[],
  input?: string,
): Promise<AdminResult> {
  const child = startAdmin(env, args)
  child.stdin!.end(input)
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
