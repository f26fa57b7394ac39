import { existsSync } from 'node:fs'
import { loadEnvFile } from 'node:process'
import { CommanderError } from 'commander'
import { ConfigError, readConfig } from '#config.ts'
import { Mendable } from '#mendable.ts'
import { createDesk } from './desk.ts'
import { Failure, WrongUsage } from './failure.ts'
import { createProgram } from './program.ts'
import { createTerminal } from './terminal.ts'

// `| head` has seen enough: nothing went wrong.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') console.error(error.message)
  process.exit(error.code === 'EPIPE' ? 0 : 1)
})

try {
  await main()
} catch (error) {
  process.exitCode = exitCodeOf(error)
}

async function main(): Promise<void> {
  if (existsSync('.env')) loadEnvFile('.env')
  const desk = createDesk({
    terminal: createTerminal(process.env),
    readConfig: () => readConfig(process.env),
    // npm changes to the project's folder and leaves the owner's own here.
    workingDir: process.env['INIT_CWD'] ?? process.cwd(),
  })
  await createProgram(desk).parseAsync(process.argv)
}

function exitCodeOf(error: unknown): number {
  // Commander has said what is wrong by itself, or has shown the help.
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2
  if (error instanceof WrongUsage) {
    console.error(`error: ${error.message}`)
    return 2
  }
  // A mistake the owner can mend is one sentence; anything else deserves its stack.
  const isPlain =
    error instanceof Failure || error instanceof Mendable || error instanceof ConfigError
  console.error(isPlain ? error.message : error)
  return 1
}
