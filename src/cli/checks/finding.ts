import type { Terminal } from '../terminal.ts'

/** One result of `doctor`, and what to do about it. */
export interface Finding {
  level: 'ok' | 'note' | 'warning' | 'failure'
  subject: string
  /** A sentence, or several lines. */
  message: string
  advice: string | undefined
}

export const ok = makeFinding.bind(undefined, 'ok')
export const note = makeFinding.bind(undefined, 'note')
export const warning = makeFinding.bind(undefined, 'warning')
export const failure = makeFinding.bind(undefined, 'failure')

function makeFinding(level: Finding['level'], subject: string, message: string, advice?: string) {
  return { level, subject, message, advice }
}

export function okIf(isGood: boolean, subject: string, message: string, advice: string): Finding {
  return isGood ? ok(subject, message) : failure(subject, message, advice)
}

export function findingLines(finding: Finding, paint: Terminal['paint'] = (_, text) => text) {
  const { level, subject, message, advice } = finding
  const indent = ' '.repeat(10)
  const [first = '', ...rest] = message.split('\n')
  return [
    `${paint(colours[level], level.padEnd(9))} ${paint('bold', subject)}: ${first}`,
    ...rest.map((line) => `${indent}${line}`),
    ...(advice === undefined ? [] : [`${indent}${paint('dim', advice)}`]),
  ]
}

const colours = { note: 'dim', ok: 'green', warning: 'yellow', failure: 'red' } as const
