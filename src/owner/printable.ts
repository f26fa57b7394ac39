import { Help } from 'commander'
import { hiddenCharacters } from '#hidden-characters.ts'

// Text from visitors must neither control the terminal nor reverse a line.
const unsafe = new RegExp(`[${hiddenCharacters}]`, 'gu')

/** Text that is safe to show, as one line. */
export function printable(text: string): string {
  return text.replace(/\s+/g, ' ').replace(unsafe, '\ufffd')
}

export function printableLines(text: string): string {
  return text.replace(unsafe, (sign) => (/[\n\t]/.test(sign) ? sign : '\ufffd'))
}

/** JSON that is safe on a terminal too: JSON.stringify escapes only the controls below U+0020. */
export function printableJson(value: unknown, indent?: number): string {
  const escape = (sign: string) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`
  return JSON.stringify(value, null, indent).replace(unsafe, (sign) =>
    sign === '\n' ? sign : escape(sign),
  )
}

// By default it doesn't wrap on a narrow screen.
const wrapping = Object.assign(new Help(), { minWidthToWrap: 1 })

/** The lines of a text, broken between words where they don't fit. */
export function wrap(text: string, width: number): string[] {
  return wrapping.boxWrap(text, Math.max(1, width)).split('\n')
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

export function percent(fraction: number | null): string {
  return fraction === null ? '–' : `${(fraction * 100).toFixed(1)}%`
}
