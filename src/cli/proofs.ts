import type { Command } from 'commander'
import { consentDocument, readConsentProof } from '#newsletter/consent-proof.ts'
import { processingRecord } from '#privacy/processing-record.ts'
import { UserError } from '#user-error.ts'
import type { CommandContext } from './command-context.ts'
import { addEmail } from './argument-parsers.ts'

export function addConsent(program: Command, context: CommandContext) {
  const command = program.command('consent').description('proof that somebody agreed')
  addEmail(command.command('prove'))
    .description('the exact texts that somebody agreed to, and when')
    .option('--json', 'one object, for scripts')
    .action(async (key: string, { json }: { json?: boolean }) => {
      const { db } = await context.database()
      const proof = await readConsentProof(db, key)
      if (!proof) throw new UserError(`No subscriber has the address ${key}.`)
      if (json) return await context.terminal.printJson(proof)
      await context.terminal.print(...consentDocument(proof, context.clock()))
    })
}

export function addPrivacy(program: Command, { terminal, clock }: CommandContext) {
  program
    .command('privacy')
    .description('documents that the law requires')
    .command('record')
    .description('the record of processing activities (GDPR, article 30) as Markdown')
    .action(() => terminal.write(processingRecord(clock())))
}
