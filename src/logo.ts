/**
 * The logo as SVG in a square of 32: three ruled rows, the last one rises into a tick. The header, the icons and the
 * social card all draw it from here.
 */
export function drawLogo({ ink, accent, weight }: LogoStyle): string {
  return `<g fill="none" stroke-width="${weight}" stroke-linecap="round" stroke-linejoin="round"><path d="M4 8h11M4 15h7" stroke="${ink}"/><path d="M4 22h5l6 5L28 6" stroke="${accent}"/></g>`
}

/** The logo in mail, where SVG isn't shown: a character before the brand, or '' for none. */
export const mailMark: string = '✓'

interface LogoStyle {
  ink: string
  accent: string
  /** Of the strokes: heavier ones keep small icons readable. */
  weight: number
}
