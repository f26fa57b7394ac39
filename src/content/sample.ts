const sampleMark = Symbol('sample')

export interface Sample<T> {
  readonly [sampleMark]: true
  readonly value: T
}

/** Marks a value as made up. Replace `sample('Made up')` with the real `'value'`, without `sample(…)`. */
export function sample<T>(value: T): Sample<T> {
  return { [sampleMark]: true, value }
}

export function isSample(value: unknown): value is Sample<unknown> {
  return typeof value === 'object' && value !== null && sampleMark in value
}
