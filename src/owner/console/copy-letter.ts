import { addPicture, listDraftPictures, readDraftPicture } from '#letters/draft-pictures.ts'
import { createDraft } from '#letters/create-draft.ts'
import type { DraftTexts } from '#letters/letter-drafts.ts'
import { UserError } from '#user-error.ts'
import { previewLetter } from '../send-letter.ts'
import type { PageContext } from './page-context.ts'
import { writingOf } from './settled-letter.tsx'

/** "Write a new one like this": the same texts and pictures under a name of their own. @returns that name */
export async function copyLetter(context: PageContext, name: string): Promise<string> {
  const { db, clock } = context
  const preview = await previewLetter(context, name)
  if (!preview) throw new UserError('It was deleted in the meantime.')
  const texts = Object.fromEntries(
    preview.mails.map((mail) => [mail.language, writingOf(preview, mail)]),
  ) as DraftTexts
  const copy = await createDraft(context, { subject: texts.en.subject, from: texts }, clock())
  for (const { name: picture } of await listDraftPictures(db, name)) {
    const stored = await readDraftPicture(db, name, picture)
    if (stored) await addPicture(db, copy, picture, stored.bytes, clock())
  }
  return copy
}
