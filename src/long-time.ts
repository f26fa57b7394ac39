const dateFormat = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' })

/** 1 March 2026. */
export function longDate(instant: Date): string {
  return dateFormat.format(instant)
}

/** As people read it: 1 March 2026 at 10:00:00 UTC. To the second: by it the owner finds a message in a mailbox. */
export function longTime(instant: Date): string {
  return `${longDate(instant)} at ${instant.toISOString().slice(11, 19)} UTC`
}
