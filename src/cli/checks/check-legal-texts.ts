import type { Db } from '#database/schema.ts'
import { editedTexts } from '#privacy/legal-versions.ts'
import type { LegalText } from '#site/legal-texts.tsx'
import { ok, warning, type Finding } from './finding.ts'

export async function checkLegalTexts(db: Db, texts: LegalText[]): Promise<Finding> {
  const subject = 'Legal texts'
  const edited = await editedTexts(db, texts)
  if (edited.length === 0) return ok(subject, 'no other words under the same version')
  const names = edited.map(({ name, version }) => `${name} (still version ${version})`)
  const advice = 'Give each a new version and date: legal in content/site.ts.'
  return warning(subject, `edited since it was first served: ${names.join(', ')}`, advice)
}
