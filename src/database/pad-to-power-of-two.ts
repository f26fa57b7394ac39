/**
 * The same list for `in (…)`, its last value repeated until the length is a power of two: a database
 * that remembers statements then has few of them to remember.
 */
export function padToPowerOfTwo<Value>(list: Value[]): Value[] {
  const length = 2 ** Math.ceil(Math.log2(list.length))
  return [...list, ...Array.from({ length: length - list.length }, () => list.at(-1)!)]
}
