import { Option, type Command } from 'commander'
import { allLanguages, type Language } from '#language.ts'
import { consentDocument, readConsentProof } from '#subscribers/consent-proof.ts'
import { processingRecord } from '#privacy/processing-record.ts'
import { UserError } from '#user-error.ts'
import type { CommandContext } from './command-context.ts'
import { addEmail } from './argument-parsers.ts'

export function addConsent(program: Command, context: CommandContext) {
  const command = program.command('consent').description('proof that somebody agreed')
  addEmail(command.command('prove'))
    .description('the exact texts that somebody agreed to, and when')
    .option('--json', 'one object, for scripts')
    .addOption(documentLanguage())
    .action(async (key: string, { json, language }: { json?: boolean; language: Language }) => {
      const { db } = await context.database()
      const proof = await readConsentProof(db, key)
      if (!proof) throw new UserError(`No subscriber has the address ${key}.`)
      if (json) return await context.terminal.printJson(proof)
      await context.terminal.print(...consentDocument(proof, language, context.clock()))
    })
}

export function addPrivacy(program: Command, { terminal, clock }: CommandContext) {
  program
    .command('privacy')
    .description('documents that the law requires')
    .command('record')
    .description('the record of processing activities (GDPR, article 30) as Markdown')
    .addOption(documentLanguage())
    .action(({ language }: { language: Language }) =>
      terminal.write(processingRecord(language, clock())),
    )
}

const documentLanguage = () =>
  new Option('--language <language>', 'write it in this language')
    .choices(allLanguages)
    .default('en')
