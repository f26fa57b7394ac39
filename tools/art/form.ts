import { type Composition, type Ridge, rowsPerRidge } from './composition.ts'
import { drawBox, drawCrestTick, drawStroke, drawThread, drawTick } from './marks.ts'
import { createRandom } from './noise.ts'
import type { Palette } from './palette.ts'
import type { Row } from './ridge.ts'

const answeredRows = new Set([1, 2, 5, 9])
const rulesAbove = 6

export function drawForm(
  scene: Composition,
  palette: Palette,
  ridge: Ridge,
  index: number,
  rows: readonly Row[],
): string {
  const crest = rows[0]
  if (!crest) return ''
  const [box, question, answer] = scene.columns
  const [tickStart, tickEnd] = (ridge.tick ?? []).map((share) => share * scene.width)
  const hasTick = tickStart !== undefined && tickEnd !== undefined
  const tick = hasTick
    ? drawCrestTick(crest, [tickStart, tickEnd], scene.unit * 11, palette.tick)
    : ''
  // The nearest ridge is landscape from edge to edge and carries no form.
  if (ridge.flood[0] < 0) return tick
  const hasThread = hasTick && scene.hasThread === true
  const thread = hasThread ? drawThread(crest, [box, tickStart], scene.unit, palette.tick) : ''
  const rules = marginRules(scene).map(
    (x) => `M${x.toFixed(1)} ${crest.yAt(x).toFixed(1)}V${scene.height}`,
  )
  const random = createRandom(scene.seed + index)
  const ruled = rows.filter((row) => row.ruled)
  const entries = ruled.slice(hasThread ? 0 : 1, rowsPerRidge + 1).map((row) => {
    const size = ridge.spacing * scene.markSize
    const lift = Math.min(size / 2, (ridge.spacing - size) / 2)
    const style = { colour: palette.mark, size, lift }
    const asked = drawStroke(
      row,
      question,
      Math.min(size * (3 + random() * 5), (answer - question) * 0.6),
      style,
      0.5,
    )
    const length = size * (6 + random() * 7) * scene.answerLength
    const isAnswered =
      scene.isFinished ||
      row === crest ||
      answeredRows.has(index * rowsPerRidge + ruled.indexOf(row) - 1)
    if (!isAnswered) return drawBox(row, box, style) + asked
    return (
      drawBox(row, box, style) +
      asked +
      drawStroke(row, answer, length, style, 0.9) +
      drawTick(row, box, { ...style, colour: palette.tick })
    )
  })
  return `<path d="${rules.join('')}" stroke="${palette.margin}" stroke-width="${(scene.unit * 1.2).toFixed(2)}" stroke-opacity=".8"/>
${entries.join('\n')}${thread}${tick}`
}

export function drawRules(scene: Composition, palette: Palette): string {
  const first = scene.ridges[0]
  if (!first) return ''
  const end = scene.width * 0.55
  const rows = Array.from({ length: rulesAbove }, (_, i) => {
    const y = first.top - (i + 1) * first.spacing
    const opacity = 0.85 * (1 - i / rulesAbove)
    return `<path d="M0 ${y.toFixed(1)}H${end}" stroke="url(#rule)" stroke-width="${first.weight.toFixed(2)}" stroke-opacity="${opacity.toFixed(2)}"/>`
  })
  const reach = first.spacing * rulesAbove
  const weight = scene.unit * 1.2
  const rules = marginRules(scene).map(
    (x) =>
      `<rect x="${(x - weight / 2).toFixed(1)}" y="${(first.top - reach).toFixed(1)}" width="${weight.toFixed(2)}" height="${reach.toFixed(1)}" fill="url(#margin)"/>`,
  )
  return `<defs>
<linearGradient id="rule" gradientUnits="userSpaceOnUse" x1="0" x2="${end}" y1="0" y2="0"><stop stop-color="${palette.rule}"/><stop offset="1" stop-color="${palette.rule}" stop-opacity="0"/></linearGradient>
<linearGradient id="margin" x2="0" y2="1"><stop stop-color="${palette.margin}" stop-opacity="0"/><stop offset="1" stop-color="${palette.margin}" stop-opacity=".8"/></linearGradient>
</defs>
${rows.join('')}${rules.join('')}`
}

function marginRules(scene: Composition): number[] {
  const [, question, answer] = scene.columns
  return [question - scene.unit * 20, question - scene.unit * 15, answer - scene.unit * 18]
}
