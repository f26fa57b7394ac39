const format = new Intl.DateTimeFormat('en-GB', {
  dateStyle: 'long',
  timeStyle: 'short',
  timeZone: 'UTC',
})

/** As people read it: 1 March 2026 at 10:00 UTC. */
export function longTime(instant: Date): string {
  return `${format.format(instant)} UTC`
}
