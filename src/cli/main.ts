import { loadConfig } from '#config.ts'
import { createCommandContext } from './command-context.ts'
import { runProgram } from './program.ts'
import { createTerminal } from './terminal.ts'

// `| head` has seen enough, or nobody reads the remarks: the work goes on, and its code tells how it ended.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') return
  console.error(error.message)
  process.exit(1)
})
process.stderr.on('error', () => {})

const context = createCommandContext({
  terminal: createTerminal(process.env),
  readConfig: () => loadConfig(process.env, (sentence) => console.error(sentence)),
  // npm changes to the project's folder and leaves the owner's own here.
  workingDir: process.env['INIT_CWD'] ?? process.cwd(),
})
process.exitCode = await runProgram(context, process.argv.slice(2))
