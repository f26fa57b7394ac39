import type { Context } from 'hono'
import type { Db, Trx } from '#database/schema.ts'
import { MalformedBody, readFormFields } from '#http/read-fields.ts'
import type { SubscriptionPagesOptions } from '#newsletter/subscription-pages.ts'
import { collectPersonalData, mostShown } from './collect-personal-data.ts'
import { correct, correctionRules } from './correct.ts'
import { correctedPage } from './my-data-views.tsx'
import { personalDataPage } from './personal-data-view.tsx'
import { liftObjection, recordObjection } from './objection.ts'
import { isRestricted, liftRestriction, restrict } from './restrict.ts'

/** After each the page shows what has changed, in its part. */
export const changes = [
  { name: 'object', change: recordObjection, part: 'object' },
  { name: 'allow', change: liftObjection, part: 'object' },
  { name: 'restrict', change: restrict, part: 'restrict' },
  { name: 'lift', change: liftRestriction, part: 'restrict' },
]

export async function answerCorrection(
  c: Context,
  emailKey: string,
  options: SubscriptionPagesOptions,
): Promise<Response> {
  const { db, site, consent, clock } = options
  const entered = Object.entries(await readForm(c)).filter(([, value]) => value.trim() !== '')
  if (entered.length === 0) return c.redirect(`${pageOf(c)}#correct`, 303)
  const given = Object.fromEntries(entered)
  const correction = correctionRules.safeParse(given)
  const issues = correction.error?.issues.map(({ path, message }) => [path[0], message]) ?? []
  // It would be a restriction of whoever has the new address, or the end of this one.
  const moves = correction.data?.email && correction.data.email.key !== emailKey
  if (moves && (await isRestricted(db, emailKey))) {
    issues.push(['email', 'Please lift the restriction first'])
  }
  if (!correction.success || issues.length > 0) {
    const held = await collectPersonalData(db, emailKey, mostShown)
    const refused = { given, errors: Object.fromEntries(issues) }
    return site.answer(personalDataPage({ held, path: pageOf(c), refused }), 422)
  }
  const hasChanged = await changeData(db, (trx) =>
    correct(trx, emailKey, correction.data, consent, clock()),
  )
  return site.answer(correctedPage(pageOf(c), hasChanged))
}

/** Of two who change each other's rows PostgreSQL may stop one: the other is done by now. */
export async function changeData<T>(db: Db, change: (trx: Trx) => Promise<T>): Promise<T> {
  const write = () => db.transaction().execute(change)
  return await write().catch((error: { code?: unknown }) => {
    if (!String(error.code).startsWith('40')) throw error
    return write()
  })
}

export async function readForm(c: Context): Promise<Record<string, string>> {
  try {
    const fields = readFormFields(new Uint8Array(await c.req.arrayBuffer()))
    return Object.fromEntries(fields) as Record<string, string>
  } catch (error) {
    if (error instanceof MalformedBody) return {}
    throw error
  }
}

/** From an action's address back to the page that it stands on. */
export function pageOf(c: Context): string {
  return c.req.path.slice(0, c.req.path.lastIndexOf('/'))
}
