/** The consent texts: by the signup form, the privacy policy, and by the button that confirms. */
export type ConsentKind = 'line' | 'privacy' | 'confirmation'

/** Texts that a visitor sees before a signup, and before the button that confirms it. */
export const shownTexts = {
  signup: ['line', 'privacy'],
  confirmation: ['confirmation'],
} as const satisfies Record<string, ConsentKind[]>

/**
 * A form says which texts its page shows, because the page may be older than the server's texts: in a hidden field, or in
 * a header beside the JSON.
 */
export const shownField = 'consent'
export const shownHeader = 'Consent-Text'

/** The hashes of the texts. */
export function nameTexts(
  kinds: readonly ConsentKind[],
  texts: Record<ConsentKind, { hash: string }>,
): string {
  return kinds.map((kind) => texts[kind].hash).join('.')
}
