/** To the minute: in the owner's own zone on a terminal, in UTC where a file or a script reads it. */
export function shortInstant(instant: string | null): string {
  return instant === null ? '' : format.format(new Date(instant))
}

// Swedish writes dates as ISO 8601 does.
const format = new Intl.DateTimeFormat('sv', {
  timeZone: process.stdout.isTTY ? undefined : 'UTC',
  dateStyle: 'short',
  timeStyle: 'short',
})

/** For a sentence, where no column says which zone it is. */
export function zonedInstant(instant: string): string {
  return `${shortInstant(instant)}${process.stdout.isTTY ? '' : ' UTC'}`
}
