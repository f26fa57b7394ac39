import type { Command } from 'commander'
import { site } from '#content/content.ts'
import { companyLines } from '#content/company-facts.ts'
import { readConsentProof, type ConsentProof } from '#newsletter/consent-proof.ts'
import { processingRecord } from '#privacy/processing-record.ts'
import type { CommandContext } from './command-context.ts'
import { addEmail } from './argument-parsers.ts'
import { UserError } from '#user-error.ts'

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
      await context.terminal.print(...linesOf(proof, context.clock()))
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

function linesOf(proof: ConsentProof, now: Date): string[] {
  const lines = [
    `Proof of consent to the ${site.brand} newsletter`,
    `Created ${now.toISOString()}`,
    '',
    ...companyLines('en'),
    '',
    `Address       ${proof.email}`,
    `Now           ${proof.status}`,
  ]
  if (proof.consents.length === 0) lines.push('', 'No consent is on record.')
  const texts = new Map<string, string>()
  for (const [index, consent] of proof.consents.entries()) {
    lines.push(
      '',
      `Consent ${index + 1} of ${proof.consents.length}`,
      `Asked         ${consent.askedAt}`,
      `Confirmed     ${consent.confirmedAt === null ? 'never' : `${consent.confirmedAt}, with the button on the page linked in our mail to the address`}`,
      `Ended         ${consent.withdrawnAt ?? 'no'}`,
      `Consent text  SHA-256 ${consent.consentHash}`,
      `Privacy text  SHA-256 ${consent.privacyHash}`,
      `Confirmation  ${consent.confirmationHash === null ? 'no text on record' : `SHA-256 ${consent.confirmationHash}`}`,
      `Checked       ${consent.textsMatchHashes ? 'the texts below have exactly these hashes' : 'THE TEXTS BELOW DO NOT HAVE THESE HASHES'}`,
    )
    texts.set(consent.consentHash, consent.consentText)
    texts.set(consent.privacyHash, consent.privacyText)
    if (consent.confirmationHash) texts.set(consent.confirmationHash, consent.confirmationText!)
  }
  for (const [hash, text] of texts) lines.push('', `--- Text ${hash}`, text.trimEnd(), '---')
  return lines
}
