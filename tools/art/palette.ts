import { blend } from './colour.ts'
import { colour } from './site-colours.ts'

export type Tone = {
  readonly crest: string
  readonly mist: string
  readonly line: string
  readonly lit: string
}

export type Palette = {
  readonly paper: string
  readonly sky: readonly string[]
  readonly glow: string
  readonly glowStrength: number
  readonly sun: readonly [string, string]
  readonly rule: string
  readonly margin: string
  readonly wash: string
  readonly mark: string
  readonly tick: string
  readonly tones: readonly Tone[]
}

type Colours = typeof colour

export const light = createLightPalette(colour)
export const dark = createDarkPalette(colour)

/** The landscape by day, from the paper of the page to its ground. */
export function createLightPalette(token: Colours): Palette {
  const paper = token('paper').light
  const ground = token('ground').light
  const glow = token('glow').light
  // Percentages of each token; the rest is paper.
  const mix = createMixer(paper, [ground, token('accent').light, glow])
  return {
    paper,
    sky: [paper, paper, mix(-3, 2.5, 12.5), mix(-3.5, 3, 23)],
    glow,
    glowStrength: 0.8,
    sun: [token('sun').light, mix(-2.5, 2, 87.5)],
    rule: mix(12, 8, 5),
    margin: token('margin-rule').light,
    wash: mix(4, 26.5, -3),
    mark: mix(30.5, 15, -5),
    tick: mix(-42.5, 138, 6),
    tones: [
      tone(mix(-0.5, 8, 12.5), mix(-5, 4, 20), mix(18, 14.5, 4), mix(17, -6, 81)),
      tone(mix(3, 16, 1), mix(-3, 3, 14), mix(18, 18, -2), mix(19, -4, 80)),
      tone(mix(10, 25, -5), mix(-2, 6, 8), mix(25.5, 29, -5.5), mix(29, -3, 66)),
      tone(mix(22, 40, -8), mix(0, 14, 3), mix(42, 40, -10), mix(33.5, 27, 31)),
      tone(mix(63, 30, -9), mix(15, 36, -7), mix(2, 28, -6), mix(-8.5, 12, 47)),
      tone(ground, mix(71.5, 24, -6.5), mix(21, 40, -8), mix(-4, 18, 45)),
    ],
  }
}

/** The landscape by night. Paper and ground are both dark, so the light comes from the ink. */
export function createDarkPalette(token: Colours): Palette {
  const paper = token('paper').dark
  const sun = token('sun').dark
  const mix = createMixer(paper, [token('ink').dark, token('accent').dark, sun])
  return {
    paper,
    sky: [mix(-2, -2, 2), paper, mix(-2, 6, 1), mix(5, 6, -4)],
    glow: token('glow').dark,
    glowStrength: 0.8,
    sun: [sun, mix(24, 21, 71)],
    rule: mix(8.5, 12, -1.5),
    margin: mix(4, -2.5, 35),
    wash: mix(-3, 7.5, 2),
    mark: mix(23, 19.5, -4.5),
    tick: mix(-28, 119.5, -2.5),
    tones: [
      tone(mix(4, 6, 2), mix(1, 7.5, 11), mix(10, 10, 2), mix(0, 0, 47)),
      tone(mix(3, 7.5, -0.5), mix(5.5, 6, 3.5), mix(13.5, 14, -1), mix(5, 6.5, 63.5)),
      tone(mix(2, 8.5, -3), mix(5, 7.5, 1), mix(17, 19.5, -4), mix(12, 14, 72.5)),
      tone(mix(0, 5.5, -1.5), mix(3, 9, -1.5), mix(22, 23, -8), mix(18.5, 13.5, 64)),
      tone(mix(-2, 1, 1), mix(0, 8, -1), mix(15.5, 23, -6), mix(15.5, 12, 48.5)),
      tone(token('ground').dark, mix(-0.5, 2.5, -0.5), mix(9.5, 19, -4.5), mix(6, 20, 29)),
    ],
  }
}

function createMixer(base: string, [first, second, third]: readonly [string, string, string]) {
  return (...[one, two, three]: [number, number, number]) =>
    blend(base, [
      [first, one / 100],
      [second, two / 100],
      [third, three / 100],
    ])
}

function tone(crest: string, mist: string, line: string, lit: string): Tone {
  return { crest, mist, line, lit }
}
