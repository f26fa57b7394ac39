import type { Context, Hono } from 'hono'
import {
  copyFile,
  createDraft,
  deleteDraft,
  renameDraft,
  useFileAgain,
} from '#letters/create-draft.ts'
import { readDraftPicture } from '#letters/draft-pictures.ts'
import { useWelcomeText } from '#letters/use-welcome-text.ts'
import { describeError, UserError } from '#user-error.ts'
import { hasChangedSince } from '../letter-sentences.ts'
import { assertUncut } from '../mail-size.ts'
import { previewLetter } from '../send-letter.ts'
import { copyLetter } from './copy-letter.ts'
import { readForm, textOf } from './draft-form.ts'
import { lastLookView } from './last-look.tsx'
import { chosenTime, type Fields } from './letter-forms.tsx'
import { letterAddress } from './letter-sheet.tsx'
import type { PageContext } from './page-context.ts'
import { saveWriting, storePicture, type PageTools } from './save-draft.ts'

/** Everything that changes a draft, and its way to being sent. */
export function addDraftRoutes(app: Hono, context: PageContext, tools: PageTools) {
  const { page, notify } = tools
  const { base } = context
  const list = `${base}/letters`
  const addressOf = (name: string) => `${base}/${letterAddress(name)}`

  for (const [path, action] of Object.entries(actions)) {
    app.post(`/letters${path}`, async (c) => {
      const name = c.req.param('name') ?? ''
      const here = name === '' ? list : addressOf(name)
      try {
        const next = await action(context, name, await readForm(c), notify)
        return c.redirect(next === undefined ? list : addressOf(next), 303)
      } catch (error) {
        if (!(error instanceof UserError)) throw error
        notify(error.message)
        return c.redirect(here, 303)
      }
    })
  }

  app.post('/letters/:name/save', async (c) => await saveWriting(c, context, tools))
  // After a reload of the page that follows two versions.
  app.get('/letters/:name/save', (c) => c.redirect(addressOf(c.req.param('name')), 303))

  app.get('/letters/:name/send', async (c) => {
    const name = c.req.param('name')
    try {
      const view = await lastLook(context, name, c)
      if (view) return await page(c, view, 200)
    } catch (error) {
      if (!(error instanceof UserError)) throw error
      notify(error.message)
    }
    return c.redirect(addressOf(name), 303)
  })

  addPictureRoutes(app, context)
}

type Action = (
  context: PageContext,
  name: string,
  form: FormData,
  notify: PageTools['notify'],
) => Promise<string | undefined>

/** By their paths. Each returns the name of the letter to go on with, or undefined for the list. */
const actions: Record<string, Action> = {
  '': async (context, _, form) =>
    await createDraft(context, { subject: textOf(form, 'subject') }, context.clock()),
  '/:name/again': async (context, name) => await copyLetter(context, name),
  '/:name/edit': async (context, name) => {
    await copyFile(context, name, context.clock())
    return name
  },
  '/:name/file': async (context, name) => {
    await useFileAgain(context, name)
    return name
  },
  '/:name/delete': async ({ db }, name, _, notify) => {
    await deleteDraft(db, name)
    notify(`${name} was deleted.`)
    return undefined
  },
  '/:name/rename': async (context, name, form) => {
    const newName = textOf(form, 'name').trim()
    await renameDraft(context, name, newName)
    return newName
  },
  '/:name/use': async (context, name, form, notify) => {
    const version = Number(textOf(form, 'version'))
    assertUncut((await previewLetter(context, name))?.mails ?? [])
    await useWelcomeText(context, { name, version }, context.clock())
    notify('From now on, each person who confirms gets this text.')
    return name
  },
}

/** @returns undefined if the letter can't be sent any more */
async function lastLook(context: PageContext, name: string, c: Context) {
  const preview = await previewLetter(context, name)
  if (!preview || preview.isFinal) return undefined
  const fields: Fields = c.req.query()
  const { own, seen, mails } = preview
  const at = chosenTime(fields, context.clock())
  if (!own || seen === undefined) {
    throw new UserError('It can’t be sent yet: put the text right first.')
  }
  if (fields['seen'] !== seen) throw new UserError(hasChangedSince)
  return await lastLookView(context, { own, seen, mails, at, fields })
}

function addPictureRoutes(app: Hono, context: PageContext) {
  app.post('/letters/:name/pictures', async (c) => {
    try {
      const file = (await readForm(c)).get('picture')
      if (!(file instanceof File)) throw new UserError('Choose a picture.')
      return c.text(await storePicture(context, c.req.param('name'), file))
    } catch (error) {
      return c.text(String(describeError(error)), 422)
    }
  })
  app.get('/letters/:name/pictures/:file', async (c) => {
    const picture = await readDraftPicture(context.db, c.req.param('name'), c.req.param('file'))
    if (!picture) return c.notFound()
    return c.body(new Uint8Array(picture.bytes), 200, { 'Content-Type': picture.type })
  })
}
