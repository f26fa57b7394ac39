/**
 * Inside a character class with the u flag: controls, half surrogate pairs, line separators and marks that reverse
 * the order of a line (bidi). They could forge a line of a mail's header or of the owner's terminal.
 */
export const hiddenCharacters = String.raw`\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Bidi_Control}`
