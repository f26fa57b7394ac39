import { companyLines } from '#content/company-facts.ts'
import { site } from '#content/content.ts'
import type { ConsentProof } from './consent-proof.ts'

/** A proof of consent as lines of text, for an authority or a court. */
export function consentDocument(proof: ConsentProof, now: Date): string[] {
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
