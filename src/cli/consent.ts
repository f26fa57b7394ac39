import { createHash } from 'node:crypto'
import { Command } from 'commander'
import type { Kysely } from 'kysely'
import { site } from '#content/content.ts'
import type { Schema } from '#database/schema.ts'
import { companyLines } from '#mail/letters/letter.ts'
import type { CommandContext } from './command-context.ts'
import { emailKeyOf } from './email-key-of.ts'
import { Failure } from './failure.ts'
import { printableLines } from './printable.ts'

export function consentCommand(context: CommandContext): Command {
  const command = new Command('consent').description('proof that somebody agreed')
  command
    .command('prove')
    .description('who agreed to what, and when, word for word')
    .argument('<email>', 'the address, in any case')
    .option('--json', 'one object, for scripts')
    .addHelpText('after', examples)
    .action((email: string, options: { json?: boolean }) => prove(context, email, options.json))
  return command
}

type Proof = Awaited<ReturnType<typeof readProof>>

async function prove(context: CommandContext, email: string, json = false): Promise<void> {
  const key = emailKeyOf(email)
  const proof = await context.withDatabase(({ db }) => readProof(db, key))
  await context.terminal.write(
    json ? `${JSON.stringify(proof, null, 2)}\n` : printableLines(page(proof, context.clock())),
  )
}

async function readProof(db: Kysely<Schema>, emailKey: string) {
  const subscriber = await db
    .selectFrom('subscribers')
    .select(['id', 'email', 'status', 'unsubscribed_at as unsubscribedAt'])
    .where('email_key', '=', emailKey)
    .executeTakeFirst()
  if (!subscriber) throw new Failure(`No subscriber has the address ${emailKey}.`)
  const { id, ...who } = subscriber
  const rows = await db
    .selectFrom('consents')
    .innerJoin('consent_texts as line', 'line.hash', 'consents.line_hash')
    .innerJoin('consent_texts as privacy', 'privacy.hash', 'consents.privacy_hash')
    .select([
      'asked_at as askedAt',
      'confirmed_at as confirmedAt',
      'withdrawn_at as withdrawnAt',
      'line_hash as consentHash',
      'line.text as consentText',
      'privacy_hash as privacyHash',
      'privacy.text as privacyText',
    ])
    .where('subscriber_id', '=', id)
    .orderBy('asked_at')
    .execute()
  const consents = rows.map((row) =>
    Object.assign(row, {
      textsMatchHashes:
        sha256(row.consentText) === row.consentHash && sha256(row.privacyText) === row.privacyHash,
    }),
  )
  return { ...who, consents }
}

function page(proof: Proof, now: Date): string {
  const lines = [
    `Proof of consent to the ${site.brand} newsletter`,
    `Made ${now.toISOString()}`,
    '',
    ...companyLines(),
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
      `Confirmed     ${consent.confirmedAt ?? 'never'}${consent.confirmedAt === null ? '' : ', by the button behind the link mailed to the address'}`,
      `Withdrawn     ${consent.withdrawnAt ?? 'no'}`,
      `Consent text  SHA-256 ${consent.consentHash}`,
      `Privacy text  SHA-256 ${consent.privacyHash}`,
      `Checked       ${consent.textsMatchHashes ? 'the texts below have exactly these hashes' : 'THE TEXTS BELOW DO NOT HAVE THESE HASHES'}`,
    )
    texts.set(consent.consentHash, consent.consentText)
    texts.set(consent.privacyHash, consent.privacyText)
  }
  for (const [hash, text] of texts) lines.push('', `--- Text ${hash}`, text.trimEnd(), '---')
  return `${lines.join('\n')}\n`
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

const examples = `
Examples:
  npm run admin -- consent prove ada@example.com
  npm run --silent admin -- consent prove ada@example.com > proof.txt`
