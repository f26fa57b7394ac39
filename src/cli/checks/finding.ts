/** One line of `doctor`: how it is, and what to do about it. */
export interface Finding {
  level: 'ok' | 'note' | 'warning' | 'failure'
  subject: string
  /** A sentence, or several lines. */
  message: string
  advice: string | undefined
}

const makeFinding =
  (level: Finding['level']) =>
  (subject: string, message: string, advice?: string): Finding => {
    return { level, subject, message, advice }
  }

export const ok = makeFinding('ok')
export const note = makeFinding('note')
export const warning = makeFinding('warning')
export const failure = makeFinding('failure')

export function okIf(isGood: boolean, subject: string, message: string, advice: string): Finding {
  return isGood ? ok(subject, message) : failure(subject, message, advice)
}
