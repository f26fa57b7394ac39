/** The first name that differs from the typed one in at most two consecutive letters. */
export function closestName(typed: string, names: string[]): string | undefined {
  return names.find((name) => {
    const shorter = Math.min(typed.length, name.length)
    let same = 0
    while (same < shorter && typed[same] === name[same]) same += 1
    let sameAtEnd = 0
    while (sameAtEnd < shorter - same && typed.at(-1 - sameAtEnd) === name.at(-1 - sameAtEnd)) {
      sameAtEnd += 1
    }
    return Math.max(typed.length, name.length) - same - sameAtEnd <= 2
  })
}
