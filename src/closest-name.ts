/** The one of the names that was probably meant: at most two letters away, swapped ones count once. */
export function closestName(typed: string, names: string[]): string | undefined {
  const near = names
    .map((name) => ({ name, steps: stepsBetween(typed, name) }))
    .filter(({ steps }) => steps <= 2)
    .toSorted((a, b) => a.steps - b.steps)
  return near[0]?.name
}

function stepsBetween(from: string, to: string): number {
  let before: number[] = []
  let last = Array.from({ length: to.length + 1 }, (_, index) => index)
  for (const [row, letter] of Array.from(from).entries()) {
    const next = [row + 1]
    for (let column = 1; column <= to.length; column += 1) {
      const same = letter === to[column - 1]
      const swapped = letter === to[column - 2] && from[row - 1] === to[column - 1]
      next[column] = Math.min(
        last[column]! + 1,
        next[column - 1]! + 1,
        last[column - 1]! + (same ? 0 : 1),
        swapped ? before[column - 2]! + 1 : Infinity,
      )
    }
    before = last
    last = next
  }
  return last[to.length]!
}
