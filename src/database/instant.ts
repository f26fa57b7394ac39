/** ISO 8601 in UTC with milliseconds: sorts as text, reads the same in both databases. */
export type Instant = string
