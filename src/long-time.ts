const format = new Intl.DateTimeFormat('en-GB', {
  dateStyle: 'long',
  timeStyle: 'short',
  timeZone: 'UTC',
})

const dateFormat = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' })

/** 1 March 2026. */
export function longDate(instant: Date): string {
  return dateFormat.format(instant)
}

/** As people read it: 1 March 2026 at 10:00 UTC. */
export function longTime(instant: Date): string {
  return `${format.format(instant)} UTC`
}
