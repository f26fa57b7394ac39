export function mix(from: string, to: string, amount: number): string {
  return blend(from, [[to, amount]])
}

/** Adds a share of each other colour to the base. A negative share takes some of that colour away. */
export function blend(base: string, shares: readonly (readonly [string, number])[]): string {
  const start = channels(base)
  const blended = start.map((from, index) =>
    shares.reduce((sum, [other, share]) => sum + (channels(other)[index]! - from) * share, from),
  )
  return `#${blended.map(asHex).join('')}`
}

function channels(hex: string): number[] {
  return [1, 3, 5].map((start) => Number.parseInt(hex.slice(start, start + 2), 16))
}

function asHex(value: number): string {
  return Math.round(Math.min(255, Math.max(0, value)))
    .toString(16)
    .padStart(2, '0')
}
