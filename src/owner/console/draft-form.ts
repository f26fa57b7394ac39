import type { Context } from 'hono'
import { site } from '#content/content.ts'
import type { DraftTexts } from '#letters/letter-drafts.ts'
import { UserError } from '#user-error.ts'
import { emptyWriting } from './letter-sheet.tsx'

/** Of a picture as it comes from a camera. */
export const maxPictureBytes = 25_000_000
/** A picture for each language, and far more text than a letter may have: see letter-drafts.ts. */
const maxFormBytes = 2 * maxPictureBytes + 2_000_000

/** @throws UserError if the form is too large; it is read to its end, so that the browser gets the answer */
export async function readForm(c: Context): Promise<FormData> {
  const { body } = c.req.raw
  if (!(Number(c.req.header('content-length') ?? 0) <= maxFormBytes)) {
    for await (const _ of body ?? []);
    throw new UserError(
      `That is over ${maxFormBytes / 1e6} MB: add one picture at a time. Nothing was saved.`,
    )
  }
  return body ? await c.req.raw.formData() : new FormData()
}

export function textOf(form: FormData, name: string): string {
  const value = form.get(name)
  return typeof value === 'string' ? value : ''
}

/** The texts as the database keeps them. */
export function textsIn(form: FormData): DraftTexts {
  const texts: DraftTexts = { en: emptyWriting }
  for (const language of site.languages) {
    const field = (name: string) => textOf(form, `${language}.${name}`).replaceAll(/\r\n?/g, '\n')
    const oneLine = (name: string) => field(name).replaceAll('\n', ' ')
    const text = { subject: oneLine('subject'), preview: oneLine('preview'), body: field('body') }
    if (language === 'en' || Object.values(text).join('').trim() !== '') texts[language] = text
  }
  return texts
}
