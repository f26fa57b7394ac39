import { createDraft } from '#letters/create-draft.ts'
import { readDraftPictures } from '#letters/draft-pictures.ts'
import type { DraftTexts } from '#letters/letter-drafts.ts'
import { readLetterPictures } from '#letters/stored-letters.ts'
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
  // As they were encoded then: the letter's files may be gone.
  const pictures = preview.isFinal
    ? await readLetterPictures(db, name)
    : await readDraftPictures(db, name)
  const copied = { subject: texts.en.subject, from: texts, pictures }
  return await createDraft(context, copied, clock())
}
