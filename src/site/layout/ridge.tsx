import styles from './ridge.module.css'

const width = 1600
const height = 160
const rows = 7

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
  const points = Array.from({ length: 17 }, (_, index) => {
    const x = index / 16
    const rise = 1 - row / (rows + 2)
    const hills = bump(x, 0.24, 0.15) * 62 + bump(x, 0.62, 0.11) * 34 + bump(x, 0.95, 0.16) * 96
    return [Math.round(x * width), Math.round(118 - hills * rise + row * 5.5)] as const
  })
  const [first, ...rest] = points
  // Catmull-Rom: the slope at each point is that of the line between its neighbours.
  const at = (index: number) => points[Math.min(Math.max(index, 0), points.length - 1)]!
  const slope = (index: number) => (at(index + 1)[1] - at(index - 1)[1]) / 6
  const third = width / (points.length - 1) / 3
  const curves = rest.map(([x, y], index) => {
    const [beforeX, beforeY] = at(index)
    const leaving = Math.round(beforeY + slope(index))
    const arriving = Math.round(y - slope(index + 1))
    return `C${Math.round(beforeX + third)} ${leaving} ${Math.round(x - third)} ${arriving} ${x} ${y}`
  })
  return `M${first!.join(' ')}${curves.join('')}`
}

function bump(x: number, at: number, spread: number): number {
  return Math.exp(-(((x - at) / spread) ** 2))
}
