import type { Context, Hono } from 'hono'
import { explainDatabaseError } from '#database/open-database.ts'
import { findMessage } from '#messages/list-messages.ts'
import { findSubscriberById } from '#subscribers/list-subscribers.ts'
import {
  cancelSending,
  hideLetter,
  markMessages,
  recordNoMoreEmail,
  retryAll,
  retryById,
  stopSending,
  unsubscribePerson,
} from '../actions.ts'
import { describeError, UserError } from '#user-error.ts'
import type { PageContext } from './page-context.ts'
import { send, sendTest, type Fields } from './letter-forms.tsx'

/**
 * Everything that the console can change. Each action returns to the page that its button is on.
 * @param notify takes the result, for the next page
 */
export function addActions(app: Hono, context: PageContext, notify: (result: string) => void) {
  const { base, db, clock, mailKinds } = context

  function on(path: string, action: (c: Context) => Promise<string>) {
    app.post(path, async (c) => {
      notify(await action(c).catch((error: unknown) => sentenceOf(error, context)))
      const { pathname = '', search = '' } = URL.parse(c.req.header('referer') ?? '') ?? {}
      return c.redirect(pathname.startsWith(`${base}/`) ? pathname + search : `${base}/`, 303)
    })
  }

  on('/messages/:id/answered', (c) => markMessages(db, [c.req.param('id')!], clock().toISOString()))
  on('/messages/:id/open', (c) => markMessages(db, [c.req.param('id')!], null))
  for (const [list, find] of [
    ['messages', findMessage],
    ['subscribers', findSubscriberById],
  ] as const) {
    on(`/${list}/:id/no-more-email`, async (c) => {
      const found = await find(db, c.req.param('id')!)
      if (!found) throw new UserError('It was deleted in the meantime.')
      return await recordNoMoreEmail(db, found.email.toLowerCase(), clock())
    })
  }
  on('/subscribers/:id/unsubscribe', async (c) => {
    const found = await findSubscriberById(db, c.req.param('id')!)
    if (!found) throw new UserError('It was deleted in the meantime.')
    return await unsubscribePerson(db, found, clock())
  })
  on('/mail/retry', (c) => retryAll(db, c.req.query('letter') || null, clock()))
  on('/mail/:id/retry', (c) => retryById(db, mailKinds, c.req.param('id')!, clock()))
  const onLetter = (action: typeof send) => async (c: Context) =>
    await action(context, c.req.param('name')!, (await c.req.parseBody()) as Fields)
  on('/letters/:name/test', onLetter(sendTest))
  on('/letters/:name/send', onLetter(send))
  on('/letters/:name/hide', (c) => hideLetter(db, c.req.param('name')!, true))
  on('/letters/:name/show', (c) => hideLetter(db, c.req.param('name')!, false))
  on('/letters/:name/cancel', (c) => cancelSending(db, c.req.param('name')!))
  on('/letters/:name/stop', (c) => stopSending(db, c.req.param('name')!, clock()))
}

export function sentenceOf(error: unknown, { target }: Pick<PageContext, 'target'>): string {
  return String(describeError(explainDatabaseError(target, error)))
}
