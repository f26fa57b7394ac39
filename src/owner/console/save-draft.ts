import type { Context } from 'hono'
import { site } from '#content/content.ts'
import { addPicture } from '#letters/draft-pictures.ts'
import { saveDraft, type LetterDraft } from '#letters/letter-drafts.ts'
import { readLetters } from '#letters/read-letters.ts'
import { UserError } from '#user-error.ts'
import { previewDraft, previewLetter } from '../send-letter.ts'
import { maxPictureBytes, readForm, textOf, textsIn } from './draft-form.ts'
import type { View } from './layout.tsx'
import { editorView, type EditorOptions } from './letter-editor.tsx'
import { emptyWriting, letterAddress } from './letter-sheet.tsx'
import type { PageContext } from './page-context.ts'
import { plainView } from './plain-view.tsx'
import { twoVersionsView } from './two-versions.tsx'

export interface PageTools {
  page: (c: Context, view: View, status: 200 | 409 | 422) => Response | Promise<Response>
  /** Shows a sentence on the next page. */
  notify: (sentence: string) => void
}

/**
 * Stores what is on the page. With a mistake or a conflict, the answer is a page with the posted text; the script takes
 * the same pages, so there is one way to save.
 */
export async function saveWriting(c: Context, context: PageContext, { page, notify }: PageTools) {
  const name = c.req.param('name')!
  const form = await readForm(c)
  const editStored = async (options: EditorOptions) => {
    const preview = await previewLetter(context, name)
    const { draft } = preview ?? {}
    if (!preview || !draft) return await page(c, lostView('deleted or renamed'), 422)
    return await page(c, await editorView(context, draft, preview, options), 200)
  }
  const posted = { texts: textsIn(form), isPublic: form.get('public') === 'true' }
  const [found] = await readLetters(context, name)
  const before = found?.draft
  if (!before) return await page(c, lostView('deleted or renamed'), 422)
  const keep = form.get('keep')
  if (keep === 'stored') return await editStored({ leftover: posted.texts })
  try {
    const version = Number(textOf(form, 'version'))
    const saved = await saveDraft(context.db, { name, version, ...posted }, context.clock())
    if (saved.state === 'gone') return await page(c, lostView('deleted or renamed'), 422)
    if (saved.state === 'sent') return await page(c, lostView('sent or scheduled'), 422)
    if (saved.state === 'conflict') {
      const { stored } = saved
      return await page(c, twoVersionsView({ mine: posted, stored }, context.clock()), 409)
    }
    await addPostedPictures(context, form, { name, version: saved.version, ...posted }).catch(
      (error: unknown) => {
        if (!(error instanceof UserError)) throw error
        // The text is stored by now.
        notify(error.message)
      },
    )
  } catch (error) {
    if (!(error instanceof UserError)) throw error
    const draft = { ...before, ...posted }
    const { mistakes, mails } = await previewDraft(context, draft)
    const unsent = { own: undefined, seen: undefined, sent: undefined }
    const preview = { ...unsent, mails, draftMistakes: mistakes }
    return await page(c, await editorView(context, draft, preview, { alert: error.message }), 422)
  }
  if (keep === 'mine') return await editStored({ leftover: before.texts })
  return c.redirect(`${context.base}/${letterAddress(name)}`, 303)
}

function lostView(fate: string): View {
  return plainView(
    'Not saved',
    `It was ${fate} in the meantime. Your text is only in this browser: copy it before you leave the page.`,
  )
}

/** Without a script, pictures come with the text, and stand at its end. */
async function addPostedPictures(
  context: PageContext,
  form: FormData,
  draft: Pick<LetterDraft, 'name' | 'version' | 'texts' | 'isPublic'>,
) {
  let { version } = draft
  const texts = { ...draft.texts }
  for (const language of site.languages) {
    const file = form.get(`${language}.picture`)
    if (!(file instanceof File) || file.size === 0) continue
    const picture = await storePicture(context, draft.name, file)
    const writing = texts[language] ?? emptyWriting
    const body = `${writing.body.trimEnd()}\n\n![](${picture})\n`.trimStart()
    texts[language] = { ...writing, body }
    const saved = await saveDraft(context.db, { ...draft, version, texts }, context.clock())
    if (saved.state !== 'saved') throw new UserError('It was changed in the meantime.')
    version = saved.version
  }
}

export async function storePicture({ db, clock }: PageContext, letter: string, file: File) {
  if (file.size > maxPictureBytes) {
    throw new UserError(`${file.name} has over ${maxPictureBytes / 1e6} MB: make it smaller.`)
  }
  return await addPicture(db, letter, file.name, await file.bytes(), clock())
}
