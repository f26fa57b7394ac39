/**
 * For a character class with the u flag: control characters, lone surrogates, line separators and bidi marks. They
 * could forge a mail header or a line on the owner's terminal.
 */
export const hiddenCharacters = String.raw`\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Bidi_Control}`
