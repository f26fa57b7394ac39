import { CommanderError, type Command } from 'commander'
import { expect, test } from 'vitest'
import { createCommandContext } from './command-context.ts'
import { createProgram } from './program.ts'
import { createTerminal } from './terminal.ts'

const contract = [
  'doctor',
  'stats',
  'subscribers list',
  'subscribers export',
  'subscribers remove',
  'messages list',
  'messages show',
  'messages export',
  'mail list',
  'mail retry',
  'mail pause',
  'mail resume',
  'letters list',
  'letters show',
  'letters test',
  'letters send',
  'letters status',
  'letters stop',
  'letters resolve',
  'suppressions list',
  'suppressions import',
  'suppressions remove',
  'consent prove',
  'data show',
  'data erase',
  'data restrict',
  'privacy record',
  'backup',
  'restore',
]

function newProgram(): Command {
  const context = createCommandContext({
    terminal: createTerminal({}),
    readConfig: () => {
      throw new Error('help and wrong usage must not need the environment')
    },
    workingDir: '.',
  })
  return createProgram(context)
}

/** What a command line prints and how it ends, without running a command. */
async function tryUsage(args: string[]) {
  const program = newProgram()
  let output = ''
  const capture = (command: Command) => {
    command.configureOutput({
      writeOut: (text) => (output += text),
      writeErr: (text) => (output += text),
    })
    command.commands.forEach(capture)
  }
  capture(program)
  try {
    await program.parseAsync(args, { from: 'user' })
    return { output, exitCode: undefined }
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error
    return { output, exitCode: error.exitCode }
  }
}

test.each(contract)('%s has help with an example', async (command) => {
  const { output, exitCode } = await tryUsage([...command.split(' '), '--help'])
  expect(exitCode).toBe(0)
  expect(output).toContain(`Usage: npm run admin -- ${command}`)
  expect(output).toMatch(new RegExp(`Examples:\\n(?:.*\\n)*.*admin -- ${command}`))
})

test.each([
  ['', 'Usage:'],
  ['subscribers', 'Usage:'],
  ['subscribers list --colour', 'unknown option'],
  ['subscribers list --limit 0', 'whole number'],
  ['subscribers list --since yesterday', 'Give a day like'],
  ['subscribers list --since 2026-02-30', 'Give a day like'],
  ['subscribers list --since 2026-02-30T08:00:00Z', 'Give a day like'],
  ['subscribers list --until 9999-12-31', 'Give a day like'],
  ['subscribers list --status gone', 'Allowed choices'],
  ['subscribers export --format xml', 'Allowed choices'],
  ['subscribers remove', 'missing required argument'],
  ['data erase a@b.c too many', 'too many arguments'],
  ['mail lists', 'Did you mean list'],
  ['messages list --since 2026-03-02 --until 2026-03-01', 'must come before'],
])('"%s" is wrong usage', async (line, says) => {
  const { output, exitCode } = await tryUsage(line.split(' ').filter(Boolean))
  expect(exitCode).not.toBe(0)
  expect(exitCode).toBeDefined()
  expect(output).toContain(says)
})
