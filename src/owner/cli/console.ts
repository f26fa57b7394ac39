import { isIP } from 'node:net'
import { userInfo } from 'node:os'
import type { Command } from 'commander'
import { startConsole } from '../console/start-console.ts'
import { ownAddresses } from '#mail/mail-headers.ts'
import { positiveNumber } from './argument-parsers.ts'
import type { CommandContext } from './command-context.ts'
import { runChecks } from './doctor.ts'

export function addConsole(program: Command, context: CommandContext) {
  program
    .command('console')
    .description('look at everything in a browser, on this machine only')
    .option('--port <n>', 'the port to use (default: any that is free)', positiveNumber)
    .addHelpText('after', aboutConsole)
    .action(async ({ port }: { port?: number }) => {
      const { config, terminal, sender, secret, clock } = context
      const console = await startConsole(
        {
          database: await context.database(),
          config,
          mailKinds: context.mailKinds,
          contactTo: ownAddresses(config).contactTo,
          lettersDir: context.lettersDir,
          adminCommand: context.adminCommand,
          runChecks: () => runChecks(context),
          sender,
          secret,
          clock,
        },
        { ...config.consoleAddress, ...(port !== undefined && { port }) },
      )
      for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
        process.on(signal, console.close)
      }
      await terminal.print(
        'Open this link in your browser. It works once:',
        '',
        `  ${console.link}`,
        '',
        ...tunnelLines(console.port, process.env, config.consoleAddress !== undefined),
        'The console ends with Ctrl-C, or after 30 idle minutes.',
      )
      await console.closed
      terminal.note('The console has ended.')
    })
}

/** Over SSH the browser is on another machine: the command that brings the port there. */
function tunnelLines(
  port: number,
  { SSH_CONNECTION = '', LOGIN_USER, USER }: NodeJS.ProcessEnv,
  isContainer: boolean,
): string[] {
  if (isContainer) {
    return [
      'If the container runs on a server, first run this on the machine with the browser, and leave it open:',
      '',
      `  ssh -L ${port}:127.0.0.1:${port} you@your-server`,
      '',
    ]
  }
  const [, , host = '', sshPort] = SSH_CONNECTION.split(' ')
  if (!isIP(host)) return []
  // deploy/site-admin runs as a user who can't log in, and passes its caller on.
  const name = LOGIN_USER || USER || userInfo().username
  const user = /^[\w.-]+$/.test(name) ? name : 'you'
  const onPort = sshPort === '22' ? '' : ` -p ${Number(sshPort)}`
  return [
    'First run this on the machine with the browser, and leave it open:',
    '',
    `  ssh -L ${port}:127.0.0.1:${port}${onPort} ${user}@${host}`,
    '',
  ]
}

const aboutConsole = `
Shows today's messages, signups and mail, figures, letters and subscribers. In it you write, test, send, schedule and
stop letters, mark messages as answered, end a subscription and try mail again; for everything else it shows the command.

It listens on 127.0.0.1 only, for the first browser that opens the link. On a server, run it over SSH: it prints the
\`ssh -L\` command for your own machine. In a container it uses the port that compose.yaml publishes on 127.0.0.1.`
