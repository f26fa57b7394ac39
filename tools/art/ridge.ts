import { type Composition, type Hill, type Ridge, rowsPerRidge } from './composition.ts'
import { createNoise, smoothstep } from './noise.ts'

export type Row = {
  readonly progress: number
  /** Rows of the form span the whole width; contours appear only in the landscape. */
  readonly ruled: boolean
  readonly yAt: (x: number) => number
}

const contoursPerRow = 4
const visibleShare = 3.6

export function traceRidge(scene: Composition, ridge: Ridge, index: number): Row[] {
  const noise = createNoise(scene.seed + index * 31)
  const count = Math.round(rowsPerRidge * contoursPerRow * visibleShare)
  return Array.from({ length: count }, (_, row) => {
    const progress = row / (count - 1)
    const settle = (1 - progress) ** 1.9
    const flatY = ridge.top + (row * ridge.spacing) / contoursPerRow
    const yAt = (x: number) => {
      const share = x / scene.width
      const wake = smoothstep(ridge.flood[0] - 0.06, ridge.flood[1], share)
      const height = rise(ridge.hills, share + progress * 0.045, 0.12 / scene.unit)
      const spurs = noise(x / (320 * scene.unit) + index * 5, progress * 2) * 2.6
      const detail = noise(x / (115 * scene.unit), progress * 3 + 40) * 0.65
      const body = Math.min(1, height / (ridge.grain * 12)) * (ridge.tick ? 0.35 : 1)
      return (
        flatY -
        wake * (height * settle + (spurs + detail) * ridge.grain * body * (0.15 + settle * 0.85))
      )
    }
    return { progress, ruled: row % contoursPerRow === 0, yAt }
  })
}

export function tracePath(scene: Composition, yAt: (x: number) => number): string {
  const samples = 100
  const overscan = 20
  const step = (scene.width + overscan * 2) / samples
  const points = Array.from({ length: samples + 1 }, (_, i) => yAt(-overscan + i * step))
  const tilt = (i: number) =>
    ((points[i + 1] ?? points[i] ?? 0) - (points[i - 1] ?? points[i] ?? 0)) / 6
  const segments = points.slice(1).map((y, i) => {
    const from = points[i] ?? y
    const pull = round(tilt(i))
    return `${round(step / 3)} ${pull} ${round((step * 2) / 3)} ${round(y - tilt(i + 1) - from)} ${round(step)} ${round(y - from)}`
  })
  return `M${-overscan} ${round(points[0] ?? 0)}c${segments.join(' ')}V${scene.height + 40}H${-overscan}z`
}

function rise(hills: readonly Hill[], share: number, sharpness: number): number {
  const sum = hills.reduce((total, hill) => {
    const distance = (share - hill.at) / (share < hill.at ? hill.left : hill.right)
    return total + Math.exp(hill.height * slope(hill, distance) * sharpness) - 1
  }, 1)
  return Math.log(sum) / sharpness
}

function slope(hill: Hill, distance: number): number {
  if (!hill.straight) return Math.exp(-1.2 * (Math.sqrt(distance * distance + 0.04) - 0.2))
  const fall = 1.03 - Math.sqrt(distance * distance + 0.0009)
  return ((fall + Math.sqrt(fall * fall + 0.004)) / 2) ** 1.25
}

function round(value: number): number {
  return Math.round(value * 100) / 100
}
