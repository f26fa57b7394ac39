export function mix(from: string, to: string, amount: number): string {
  const start = channels(from)
  const end = channels(to)
  const blended = start.map((value, index) => value + ((end[index] ?? value) - value) * amount)
  return `#${blended.map((value) => Math.round(value).toString(16).padStart(2, '0')).join('')}`
}

function channels(hex: string): number[] {
  return [1, 3, 5].map((start) => Number.parseInt(hex.slice(start, start + 2), 16))
}
