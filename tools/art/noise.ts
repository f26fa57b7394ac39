export function createNoise(seed: number): (x: number, y: number) => number {
  return (x, y) => {
    const left = Math.floor(x)
    const top = Math.floor(y)
    const u = ease(x - left)
    const v = ease(y - top)
    const upper = lerp(hash(left, top, seed), hash(left + 1, top, seed), u)
    const lower = lerp(hash(left, top + 1, seed), hash(left + 1, top + 1, seed), u)
    return lerp(upper, lower, v) * 2 - 1
  }
}

export function createRandom(seed: number): () => number {
  let step = 0
  return () => hash(step++, 7, seed)
}

function lerp(from: number, to: number, amount: number): number {
  return from + (to - from) * amount
}

export function smoothstep(from: number, to: number, value: number): number {
  const amount = Math.min(1, Math.max(0, (value - from) / (to - from)))
  return amount * amount * (3 - 2 * amount)
}

function ease(amount: number): number {
  return amount * amount * amount * (amount * (amount * 6 - 15) + 10)
}

function hash(x: number, y: number, seed: number): number {
  let bits = Math.imul(x, 374761393) ^ Math.imul(y, 668265263) ^ Math.imul(seed, 2147483647)
  bits = Math.imul(bits ^ (bits >>> 13), 1274126177)
  bits = Math.imul(bits ^ (bits >>> 16), 2246822519)
  return ((bits ^ (bits >>> 15)) >>> 0) / 4294967296
}
