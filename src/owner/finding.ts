import type { styleText } from 'node:util'
import { wrap } from './printable.ts'

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

export const isFailure = ({ level }: Finding) => level === 'failure'

export function problemsIn(findings: Finding[]): Finding[] {
  return findings.filter(({ level }) => level === 'failure' || level === 'warning')
}

/** For a terminal: the level, and beside it everything else, wrapped in a column of its own. */
export function findingLines(
  { level, subject, message, advice }: Finding,
  columns: number,
  paint: Paint = (_, text) => text,
): string[] {
  const indent = ' '.repeat(10)
  const wrapped = (text: string) => wrap(text, columns - indent.length)
  const [first = '', ...rest] = wrapped(`${subject}: ${message}`)
  const title = first.slice(0, subject.length)
  return [
    `${paint(colours[level], level.padEnd(9))} ${paint('bold', title)}${first.slice(title.length)}`,
    ...rest.map((line) => `${indent}${line}`),
    ...(advice === undefined ? [] : wrapped(advice)).map((line) => indent + paint('dim', line)),
  ]
}

type Paint = (style: Parameters<typeof styleText>[0], text: string) => string

const colours = { note: 'dim', ok: 'green', warning: 'yellow', failure: 'red' } as const
