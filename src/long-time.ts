const dateFormat = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' })

/** For example: 1 March 2026. */
export function longDate(instant: Date): string {
  return dateFormat.format(instant)
}

/** For example: 1 March 2026 at 10:00:00 UTC. With seconds, so that the owner can find a message in a mailbox. */
export function longTime(instant: Date): string {
  return `${longDate(instant)} at ${instant.toISOString().slice(11, 19)} UTC`
}
