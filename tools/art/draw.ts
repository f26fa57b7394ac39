import { readFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { drawHero } from './draw-hero.ts'
import { drawIcons } from './draw-icons.ts'
import { drawPortraits } from './draw-portraits.ts'
import { drawSocialCard } from './draw-social-card.ts'
import { drawChanged, type Drawing } from './drawing.ts'

// `npm run tools -- draw` draws changed pictures, `npm run tools -- draw card` only the social card, and
// `npm run tools -- draw --redraw` all pictures.

const folder = new URL('../../content/images/', import.meta.url)

const groups: Record<string, () => Drawing[]> = {
  hero: drawHero,
  portraits: () => drawPortraits(folder),
  icons: drawIcons,
  card: drawSocialCard,
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { redraw: { type: 'boolean', default: false } },
})
const unknown = positionals.find((name) => !(name in groups))
if (unknown !== undefined) {
  console.error(`There is no ${unknown} to draw. There is: ${Object.keys(groups).join(', ')}`)
  process.exit(2)
}
const wanted = positionals.length > 0 ? positionals : Object.keys(groups)
const drawings = wanted.flatMap((name) => groups[name]!())
const count = await drawChanged(drawings, { folder, redraw: values.redraw, say: console.log })
if (count === 0) console.log('Nothing has changed. To draw it anyway, add --redraw.')
for (const { name } of drawSocialCard()) {
  const shown = await readFile(new URL(`${name}.txt`, folder), 'utf8')
  console.log(`Done. The social card shows: ${shown.trim()}`)
}
