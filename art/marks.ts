import type { Row } from './ridge.ts'

export type MarkStyle = { readonly colour: string; readonly size: number }

export function drawBox(row: Row, x: number, { colour, size }: MarkStyle): string {
  const y = boxBottom(row, x, size) - size
  return `<rect x="${round(x)}" y="${round(y)}" width="${round(size)}" height="${round(size)}" rx="${round(size * 0.14)}" fill="none" stroke="${colour}" stroke-width="${round(size * 0.11)}"/>`
}

export function drawTick(row: Row, boxX: number, { colour, size }: MarkStyle): string {
  const x = boxX + size * 0.16
  const y = boxBottom(row, boxX, size) - size * 0.48
  return `<path d="M${round(x)} ${round(y)}l${round(size * 0.28)} ${round(size * 0.32)}l${round(size * 0.62)} ${round(-size * 0.86)}" fill="none" stroke="${colour}" stroke-width="${round(size * 0.2)}" stroke-linecap="round" stroke-linejoin="round"/>`
}

export function drawStroke(
  row: Row,
  x: number,
  length: number,
  { colour, size }: MarkStyle,
  opacity: number,
): string {
  const lift = size * 0.72
  const points = Array.from({ length: 9 }, (_, i) => {
    const at = x + (length * i) / 8
    return `${round(at)} ${round(row.yAt(at) - lift)}`
  })
  return `<path d="M${points.join('L')}" fill="none" stroke="${colour}" stroke-width="${round(size * 0.2)}" stroke-linecap="round" stroke-opacity="${opacity}"/>`
}

export function drawCrestTick(
  crest: Row,
  reach: readonly number[],
  weight: number,
  colour: string,
): string {
  const [from = 0, to = 0] = reach
  const count = 120
  const xs = Array.from({ length: count + 1 }, (_, i) => from + ((to - from) * i) / count)
  const fold = xs.reduce((lowest, x) => (crest.yAt(x) > crest.yAt(lowest) ? x : lowest), from)
  const edge = (side: number) =>
    xs.map((x) => {
      // Swelling at the fold and thinning out lets the tick grow out of the ridge line.
      const swell =
        x < fold
          ? 0.55 + (0.45 * (x - from)) / (fold - from)
          : 0.16 + 0.84 * (1 - (x - fold) / (to - fold)) ** 0.8
      const slope = (crest.yAt(x + 1) - crest.yAt(x - 1)) / 2
      const half = (side * weight * swell) / 2 / Math.hypot(1, slope)
      return `${round(x - half * slope)} ${round(crest.yAt(x) + half)}`
    })
  return `<path d="M${edge(-1).join('L')}L${edge(1).toReversed().join('L')}z" fill="${colour}" stroke="${colour}" stroke-width="${round(weight * 0.16)}" stroke-linejoin="round"/>`
}

function boxBottom(row: Row, x: number, size: number): number {
  return row.yAt(x + size / 2) - size * 0.5
}

function round(value: number): number {
  return Math.round(value * 10) / 10
}
