import type { Context, Hono } from 'hono'
import { explainDatabaseError } from '#database/open-database.ts'
import { findRetriable, isLetterStopped } from '#mail/mail-screens.ts'
import { requeue, retryMail } from '#mail/outbox.ts'
import { markAnswered } from '#messages/list-messages.ts'
import { sendTestLetter } from '#newsletter/send-test-letter.ts'
import { describeError } from '#user-error.ts'
import { readLetterPreview } from './letters-views.tsx'
import type { PageContext } from './page-context.ts'

/**
 * Everything that the console can change. Each action returns to the page that its button is on.
 * @param notify takes the result, for the next page
 */
export function addActs(app: Hono, context: PageContext, notify: (result: string) => void) {
  const { base, db, clock, contactTo } = context

  function on(path: string, act: (c: Context) => Promise<string>) {
    app.post(path, async (c) => {
      notify(await act(c).catch((error: unknown) => sentenceOf(error, context)))
      const { pathname = '', search = '' } = URL.parse(c.req.header('referer') ?? '') ?? {}
      return c.redirect(pathname.startsWith(`${base}/`) ? pathname + search : `${base}/`, 303)
    })
  }

  on('/messages/:id/answered', async (c) => {
    await markAnswered(db, [c.req.param('id')!], clock().toISOString())
    return 'Marked as answered.'
  })
  on('/messages/:id/open', async (c) => {
    await markAnswered(db, [c.req.param('id')!], null)
    return 'Marked as open again.'
  })
  on('/mail/retry', async (c) => {
    const letter = c.req.query('letter') || null
    if (letter !== null && (await isLetterStopped(db, letter))) return stopped
    const retried = await retryMail(db, letter, clock())
    return retried === 0 ? 'Nothing to try again.' : `Queued again: ${retried}.`
  })
  on('/mail/:id/retry', async (c) => {
    const mail = await findRetriable(db, c.req.param('id')!)
    if (!mail) return 'This mail was sent or deleted meanwhile.'
    if (mail.letter !== null && (await isLetterStopped(db, mail.letter))) return stopped
    await requeue(db, mail, clock())
    return 'Queued again.'
  })
  on('/letters/:name/test', async (c) => {
    const preview = await readLetterPreview(context, c.req.param('name')!)
    if (!preview || preview.mails.length === 0) return 'Correct the letter first.'
    for (const mail of preview.mails) await sendTestLetter(mail, context, contactTo)
    return `Sent to ${contactTo}, and to nobody else.`
  })
}

const stopped = 'This letter was stopped, so none of it is sent any more.'

export function sentenceOf(error: unknown, { target }: Pick<PageContext, 'target'>): string {
  return String(describeError(explainDatabaseError(target, error)))
}
