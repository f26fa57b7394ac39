import styles from './missing-row.module.css'

const spacing = 40
const [boxX, askedX, answeredX, end] = [14, 76, 188, 480]
/** Of each row the lengths of question and answer. The row that is missing has fallen off the sheet. */
const rows = [[64, 150], [46, 92], [78, 196], undefined, [54, 120], [70, 168]] as const
const height = spacing * rows.length

/** The hero's ledger with one row missing. */
export function MissingRow() {
  const left = rows.flatMap((row, index) => (row ? [{ row, y: spacing * (index + 1) }] : []))
  const join = (path: (y: number, row: readonly [number, number]) => string) =>
    left.map(({ row, y }) => path(y, row)).join('')
  return (
    <svg className={styles.ledger} viewBox="-8 0 496 330" fill="none" aria-hidden="true">
      <path d={join(ruleAt)} stroke="var(--rule)" strokeWidth="1.5" />
      <path d={`M55 0V${height + 16}M60 0V${height + 16}`} stroke="var(--margin-rule)" />
      <g strokeWidth="3.5" strokeLinecap="round" strokeLinejoin="round">
        <g stroke="var(--field-edge)">
          <path d={join((y) => boxAt(y))} strokeWidth="2" />
          <path d={join((y, [asked]) => `M${askedX} ${y - 18}h${asked}`)} />
        </g>
        <g stroke="var(--tick-ink)">
          <path d={join((y, [, answered]) => `M${answeredX} ${y - 18}h${answered}`)} />
          <path d={join((y) => `M${boxX + 4} ${y - 19}l7 8l14-20`)} />
        </g>
        <g transform={`translate(16 ${height + 6}) rotate(6)`} stroke="var(--field-edge)">
          <path d={ruleAt(spacing)} stroke="var(--rule)" strokeWidth="1.5" />
          <path d={boxAt(spacing)} strokeWidth="2" />
          <path d={`M${askedX} ${spacing - 18}h58`} />
        </g>
      </g>
    </svg>
  )
}

const ruleAt = (y: number) => `M0 ${y}H${end}`
const boxAt = (y: number) => `M${boxX} ${y - 29}h20v20h-20z`
