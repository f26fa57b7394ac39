import { hiddenCharacters } from '#hidden-characters.ts'

// Text from visitors must neither control the terminal nor reverse a line.
const unsafe = new RegExp(`[${hiddenCharacters}]`, 'gu')
const wide =
  /\p{Emoji_Presentation}|[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]/u

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** Text that is safe to show, as one line. */
export function printable(text: string): string {
  return text.replace(/\s+/g, ' ').replace(unsafe, '\ufffd')
}

export function printableLines(text: string): string {
  return text.replace(unsafe, (sign) => (sign === '\n' ? sign : '\ufffd'))
}

/** JSON that is safe on a terminal too: JSON.stringify escapes only the controls below U+0020. */
export function printableJson(value: unknown, indent?: number): string {
  const escape = (sign: string) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`
  return JSON.stringify(value, null, indent).replace(unsafe, (sign) =>
    sign === '\n' ? sign : escape(sign),
  )
}

/** The number of terminal columns that the text takes. */
export function displayWidth(text: string): number {
  if (/^[\x20-\x7e]*$/.test(text)) return text.length
  let width = 0
  for (const { segment } of graphemes.segment(text)) width += wide.test(segment) ? 2 : 1
  return width
}

/** Cuts with an ellipsis, or pads with spaces, to exactly this width. */
export function fitTo(text: string, width: number): string {
  const actual = displayWidth(text)
  if (actual <= width) return text + ' '.repeat(width - actual)
  let cut = ''
  let used = 0
  for (const { segment } of graphemes.segment(text)) {
    const next = displayWidth(segment)
    if (used + next > width - 1) break
    cut += segment
    used += next
  }
  return `${cut}…${' '.repeat(width - 1 - used)}`
}

/** To the minute, in the owner's time zone on a terminal, otherwise in UTC. */
export function shortInstant(instant: string | null): string {
  return instant === null ? '' : format.format(new Date(instant))
}

// Swedish writes dates as ISO 8601 does.
const format = new Intl.DateTimeFormat('sv', {
  timeZone: process.stdout.isTTY ? undefined : 'UTC',
  dateStyle: 'short',
  timeStyle: 'short',
})

/** The same for sentences: names the zone if it is UTC. */
export function zonedInstant(instant: string): string {
  return `${shortInstant(instant)}${process.stdout.isTTY ? '' : ' UTC'}`
}

export function duration(seconds: number): string {
  if (seconds < 90) return `${Math.ceil(seconds)} s`
  if (seconds < 5400) return `${Math.ceil(seconds / 60)} min`
  return `${(seconds / 3600).toFixed(1)} h`
}
