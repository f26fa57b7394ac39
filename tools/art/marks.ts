import type { Row } from './ridge.ts'

type MarkStyle = {
  readonly colour: string
  readonly size: number
  /** How high a box stands above its row. */
  readonly lift: number
}

export function drawBox(row: Row, x: number, { colour, size, lift }: MarkStyle): string {
  const y = boxBottom(row, x, size, lift) - size
  return `<rect x="${round(x)}" y="${round(y)}" width="${round(size)}" height="${round(size)}" rx="${round(size * 0.14)}" fill="none" stroke="${colour}" stroke-width="${round(size * 0.11)}"/>`
}

export function drawTick(row: Row, boxX: number, { colour, size, lift }: MarkStyle): string {
  const x = boxX + size * 0.16
  const y = boxBottom(row, boxX, size, lift) - size * 0.48
  return `<path d="M${round(x)} ${round(y)}l${round(size * 0.28)} ${round(size * 0.32)}l${round(size * 0.62)} ${round(-size * 0.86)}" fill="none" stroke="${colour}" stroke-width="${round(size * 0.2)}" stroke-linecap="round" stroke-linejoin="round"/>`
}

export function drawStroke(
  row: Row,
  x: number,
  length: number,
  { colour, size }: MarkStyle,
  opacity: number,
): string {
  const height = size * 0.72
  const points = Array.from({ length: 9 }, (_, i) => {
    const at = x + (length * i) / 8
    return `${round(at)} ${round(row.yAt(at) - height)}`
  })
  return `<path d="M${points.join('L')}" fill="none" stroke="${colour}" stroke-width="${round(size * 0.2)}" stroke-linecap="round" stroke-opacity="${opacity}"/>`
}

export function drawCrestTick(
  crest: Row,
  [from, to]: readonly [number, number],
  weight: number,
  colour: string,
): string {
  const xs = stations(from, to)
  const fold = xs.reduce((lowest, x) => (crest.yAt(x) > crest.yAt(lowest) ? x : lowest), from)
  // Thick at the fold and thin at the ends, so that the tick grows out of the ridge line.
  const swell = (x: number) =>
    x < fold
      ? 0.55 + (0.45 * (x - from)) / (fold - from)
      : 0.16 + 0.84 * (1 - (x - fold) / (to - fold)) ** 0.8
  return `<path d="${ribbon(crest, xs, (x) => weight * swell(x))}" fill="${colour}" stroke="${colour}" stroke-width="${round(weight * 0.16)}" stroke-linejoin="round"/>`
}

/** A hairline along the row that grows to the weight of the tick. */
export function drawThread(
  row: Row,
  [from, to]: readonly [number, number],
  weight: number,
  colour: string,
): string {
  const width = (x: number) => weight * (2 + 4 * ((x - from) / (to - from)) ** 12)
  return `<path d="${ribbon(row, stations(from, to), width)}" fill="${colour}"/>`
}

function stations(from: number, to: number): number[] {
  const count = 120
  return Array.from({ length: count + 1 }, (_, i) => from + ((to - from) * i) / count)
}

/** The outline of a line of varying width along the row. */
function ribbon(row: Row, xs: readonly number[], width: (x: number) => number): string {
  const edge = (side: number) =>
    xs.map((x) => {
      const slope = (row.yAt(x + 1) - row.yAt(x - 1)) / 2
      const half = (side * width(x)) / 2 / Math.hypot(1, slope)
      return `${round(x - half * slope)} ${round(row.yAt(x) + half)}`
    })
  return `M${edge(-1).join('L')}L${edge(1).toReversed().join('L')}z`
}

function boxBottom(row: Row, x: number, size: number, lift: number): number {
  return row.yAt(x + size / 2) - lift
}

function round(value: number): number {
  return Math.round(value * 10) / 10
}
