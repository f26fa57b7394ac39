import { readFile } from 'node:fs/promises'
import { drawHero } from './draw-hero.ts'
import { drawIcons } from './draw-icons.ts'
import { drawPortraits } from './draw-portraits.ts'
import { drawSocialCard } from './draw-social-card.ts'

// `npm run draw` draws all of it, `npm run draw -- card` the social card alone.

const images = new URL('../content/images/', import.meta.url)

const steps: Record<string, () => Promise<void>> = {
  hero: () => drawHero(new URL('hero/', images), (name) => console.log(`  ${name}`)),
  portraits: () => drawPortraits(new URL('portraits/', images)),
  icons: () => drawIcons(new URL('icons/', images)),
  card: () => drawSocialCard(images),
}

const wanted = process.argv.length > 2 ? process.argv.slice(2) : Object.keys(steps)
for (const [index, name] of wanted.entries()) {
  const draw = steps[name]
  if (!draw) {
    console.error(`There is no ${name} to draw. There is: ${Object.keys(steps).join(', ')}`)
    process.exit(2)
  }
  console.log(`${index + 1} of ${wanted.length}: ${name}…`)
  await draw()
}
const shown = await readFile(new URL('social-card.txt', images), 'utf8')
console.log(`Done. The social card shows: ${shown.trim()}`)
