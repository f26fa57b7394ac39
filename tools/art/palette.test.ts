import { expect, test } from 'vitest'
import { readColours } from '../../src/read-colours.ts'
import { createDarkPalette, createLightPalette } from './palette.ts'

const blue = readColours(`
  --paper: light-dark(#f1f4fb, #0a1430);
  --ground: light-dark(#0d1b3d, #050b1e);
  --ink: light-dark(#0d1b3d, #eef1fa);
  --accent: light-dark(#1d4fa8, #8ab4ff);
  --margin-rule: light-dark(#d9b99b, #6b5636);
  --sun: light-dark(#ec9353, #e0904c);
  --glow: light-dark(#f6bf7c, #9a5b33);
`)

for (const [scheme, palette] of [
  ['light', createLightPalette(blue)],
  ['dark', createDarkPalette(blue)],
] as const) {
  test(`with blue tokens every hill and tick is blue and the sun stays warm (${scheme})`, () => {
    const { tones, wash, mark, tick, glow, sun } = palette
    for (const colour of [wash, mark, tick, ...tones.slice(1).map(({ crest }) => crest)]) {
      const [red, green, blueShare] = channels(colour)
      expect(blueShare, colour).toBeGreaterThan(Math.max(red!, green!))
    }
    for (const colour of [glow, ...sun]) {
      const [red, green, blueShare] = channels(colour)
      expect(red! - Math.max(green!, blueShare!), colour).toBeGreaterThan(30)
    }
  })
}

function channels(colour: string): number[] {
  return [1, 3, 5].map((start) => Number.parseInt(colour.slice(start, start + 2), 16))
}
