import styles from './ridge.module.css'

const width = 1600
const height = 160
const rows = 7
const steps = 16

/** The near hills of the picture, drawn as the top edge of the footer: every page ends in the landscape. */
export function Ridge() {
  return (
    <svg
      className={styles.ridge}
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      <path className={styles.ground} d={`${contour(0)}V${height}H0Z`} />
      <path className={styles.lines} d={contours} />
    </svg>
  )
}

const contours = Array.from({ length: rows }, (_, row) => contour(row + 1)).join('')

/** The hills flatten, row by row, into the ruled lines of a form. */
function contour(row: number): string {
  const points = Array.from({ length: steps + 1 }, (_, index) => {
    const x = index / steps
    const rise = 1 - row / (rows + 2)
    const hills = bump(x, 0.24, 0.15) * 62 + bump(x, 0.62, 0.11) * 34 + bump(x, 0.95, 0.16) * 96
    return [x * width, Math.round(118 - hills * rise + row * 5.5)] as const
  })
  // Half-way between two points it is at their middle, and turns towards the next.
  const curves = points.slice(1).map(([x, y], index) => {
    const [beforeX, beforeY] = points[index]!
    return `Q${beforeX} ${beforeY} ${(beforeX + x) / 2} ${(beforeY + y) / 2}`
  })
  return `M${points[0]!.join(' ')}${curves.join('')}L${points[steps]!.join(' ')}`
}

function bump(x: number, at: number, spread: number): number {
  return Math.exp(-(((x - at) / spread) ** 2))
}
