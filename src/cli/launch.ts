import { Command } from 'commander'
import type { Desk } from './desk.ts'
import { launchResolve, type ResolveOptions } from './launch-resolve.ts'
import { launchSend, type LaunchSendOptions } from './launch-send.ts'
import { launchStatus } from './launch-status.ts'

export function launchCommand(desk: Desk): Command {
  const command = new Command('launch').description(
    'the launch letter to every confirmed subscriber',
  )
  command
    .command('send')
    .description('send it, or go on where an earlier run stopped')
    .option('--subject <text>', 'the subject line')
    .option('--body <file>', 'the letter, in Markdown')
    .option('--dry-run', 'show everything, send nothing')
    .option('--test <address>', 'send it to this one address only, outside the ledger')
    .option('--yes', 'do not ask')
    .option('--allow-sample-content', 'send although content/ still holds made-up values')
    .addHelpText('after', sendExamples)
    .action((options: LaunchSendOptions) => launchSend(desk, options))
  command
    .command('status')
    .description('how far it is, and whom it did not reach')
    .option('--json', 'one object, for scripts')
    .addHelpText('after', statusExamples)
    .action((options: { json?: boolean }) => launchStatus(desk, options.json ?? false))
  command
    .command('resolve')
    .description('decide about letters that may or may not have been sent')
    .option('--resend', 'queue them again: somebody may get it twice')
    .option('--accept', 'take them for sent: somebody may never get it')
    .option('--yes', 'do not ask')
    .addHelpText('after', resolveExamples)
    .action((options: ResolveOptions) => launchResolve(desk, options))
  return command
}

const sendExamples = `
The first run fixes the text and the audience: everyone who is confirmed at that moment. It can be stopped
with Ctrl-C, killed and run again, on two machines at once: nobody gets the letter twice, and nobody after
unsubscribing. To go on, run \`launch send\` again; --subject and --body are remembered.

Markdown: headings, lists, links, bold, italic, quotes. HTML is shown as text.

Examples:
  npm run admin -- launch send --subject "We are live" --body letter.md --dry-run
  npm run admin -- launch send --subject "We are live" --body letter.md --test me@example.com
  npm run admin -- launch send --subject "We are live" --body letter.md`

const statusExamples = `
Examples:
  npm run admin -- launch status
  npm run --silent admin -- launch status --json | jq .in_doubt`

const resolveExamples = `
A letter is in doubt when the connection broke, or the process died, after the letter was handed over and
before the mail server confirmed it.

Examples:
  npm run admin -- launch resolve --accept
  npm run admin -- launch resolve --resend && npm run admin -- launch send`
