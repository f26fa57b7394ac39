import { routes } from '#routes.ts'
import type { Refusal } from './refusal.ts'

/** The page that says to a browser without JavaScript what the scripted form would have said. */
export function formAnswer(
  fields: Map<string, unknown> | undefined,
  refusal: Refusal | undefined,
  showFailureNotice: boolean,
): string {
  // A body too large to read can only come from the form with the long field.
  const isMessage = fields === undefined || fields.has('name') || fields.has('message')
  if (!refusal) return isMessage ? routes.contactThanks : routes.newsletterThanks
  if (!isMessage && refusal.fields?.['email']) return routes.newsletterInvalid
  // The specification is silent on failure: the visitor is back at the form.
  if (!showFailureNotice) return isMessage ? routes.contact : `${routes.home}#newsletter`
  return routes.notSent
}
