import type { Command } from 'commander'
import { processingRecord } from '#privacy/processing-record.ts'
import type { CommandContext } from './command-context.ts'

export function addPrivacy(program: Command, { terminal, clock }: CommandContext) {
  const command = program.command('privacy').description('what the law wants on file')
  command
    .command('record')
    .description('the record of processing activities (GDPR, article 30) as Markdown')
    .action(() => terminal.write(processingRecord(clock())))
}
