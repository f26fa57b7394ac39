import { printable } from '../printable.ts'

/** The cell of each column, by title. */
export type Columns<Row> = Record<string, (row: Row) => string>

const gap = '  '
const minWidth = 10

/** A count, a share, or none. */
const isFigure = (text: string) => /^(?:\d[\d.]*%?|–)$/.test(text)

/** A table that fits the width, with figures to the right: shrinks the widest columns except ids. If it still doesn't fit, one field per line. */
export function table<Row>(columns: Columns<Row>, rows: Row[], maxWidth: number): string[] {
  const titles = Object.keys(columns)
  const cells = rows.map((row) => Object.values(columns).map((cell) => printable(cell(row))))
  const widths = titles.map((title, index) =>
    cells.reduce((max, line) => Math.max(max, displayWidth(line[index]!)), title.length),
  )
  const wanted = widths.reduce((sum, width) => sum + width, gap.length * (titles.length - 1))
  for (let excess = wanted - maxWidth; excess > 0; excess--) {
    // Half of an id would match several rows.
    const shrinkable = widths.map((width, index) => (titles[index] === 'id' ? 0 : width))
    const widest = Math.max(...shrinkable)
    if (widest <= minWidth) return stacked(titles, cells, maxWidth)
    widths[shrinkable.indexOf(widest)] = widest - 1
  }
  const isNumeric = titles.map((_, index) => cells.every((line) => isFigure(line[index]!)))
  return [titles.map((title) => title.toUpperCase()), ...cells].map((line) => {
    const fitted = line.map((text, index) =>
      fitTo(isNumeric[index] ? text.padStart(widths[index]!) : text, widths[index]!),
    )
    return fitted.join(gap).trimEnd()
  })
}

function stacked(titles: string[], cells: string[][], maxWidth: number): string[] {
  return cells.flatMap((line) => [
    ...line.map((text, index) => fitTo(`${titles[index]}: ${text}`, maxWidth).trimEnd()),
    '',
  ])
}

/** The number of terminal columns that the text takes. */
function displayWidth(text: string): number {
  if (/^[\x20-\x7e]*$/.test(text)) return text.length
  let width = 0
  for (const { segment } of graphemes.segment(text)) width += wide.test(segment) ? 2 : 1
  return width
}

/** Cuts with an ellipsis, or pads with spaces, to exactly this width. */
export function fitTo(text: string, width: number): string {
  const actual = displayWidth(text)
  if (actual <= width) return text + ' '.repeat(width - actual)
  let cut = ''
  let used = 0
  for (const { segment } of graphemes.segment(text)) {
    const next = displayWidth(segment)
    if (used + next > width - 1) break
    cut += segment
    used += next
  }
  return `${cut}…${' '.repeat(width - 1 - used)}`
}

const wide =
  /\p{Emoji_Presentation}|[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]/u

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })
