import type { Terminal } from '../terminal.ts'

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

/** As doctor shows it. */
export function findingLines(
  { level, subject, message, advice }: Finding,
  paint: Terminal['paint'] = (_, text) => text,
): string[] {
  const indent = ' '.repeat(10)
  const [first = '', ...rest] = message.split('\n')
  return [
    `${paint(colours[level], level.padEnd(9))} ${paint('bold', subject)}: ${first}`,
    ...rest.map((line) => `${indent}${line}`),
    ...(advice === undefined ? [] : [`${indent}${paint('dim', advice)}`]),
  ]
}

const colours = { note: 'dim', ok: 'green', warning: 'yellow', failure: 'red' } as const
