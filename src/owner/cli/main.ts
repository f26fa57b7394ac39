import { npmAdmin } from '#admin-command.ts'
import { loadConfig, readGiven } from '#config.ts'
import { findDevMailServer } from '#dev-mail-server.ts'
import { createCommandContext } from './command-context.ts'
import { printable } from '../printable.ts'
import { runProgram } from './program.ts'
import { createTerminal } from './terminal.ts'

// If the reader closes the pipe (`| head`), finish the work: the exit code still matters.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') return
  console.error(error.message)
  process.exit(1)
})
process.stderr.on('error', () => {})

const context = createCommandContext({
  terminal: createTerminal(process.env),
  readConfig() {
    const config = loadConfig(process.env, (sentence) => console.error(printable(sentence)))
    return { ...config, smtpUrl: findDevMailServer(config.dataDir) ?? config.smtpUrl }
  },
  readSettings: () => readGiven(process.env),
  // deploy/operate.mjs lets it change a draft, which the user of the site can write to.
  settingsFile: process.env['SETTINGS_FILE'],
  adminCommand: process.env['ADMIN_COMMAND'] || npmAdmin,
  // npm changes to the project's folder, and keeps the owner's in INIT_CWD.
  workingDir: process.env['INIT_CWD'] ?? process.cwd(),
})
process.exitCode = await runProgram(context, process.argv.slice(2))
