/** One line of `doctor`: how it is, and what to do about it. */
export interface Finding {
  level: 'ok' | 'note' | 'warning' | 'failure'
  subject: string
  /** A sentence, or several lines. */
  message: string
  advice?: string
}
