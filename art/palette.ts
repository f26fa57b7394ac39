import { colour } from './site-colours.ts'

// The picture begins in the paper of the page and ends in its ground.
const paper = colour('paper')
const ground = colour('ground')

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

export const light: Palette = {
  paper: paper.light,
  sky: [paper.light, paper.light, '#f8eedb', '#f8e9d0'],
  glow: '#f6bf7c',
  glowStrength: 0.8,
  sun: ['#ec9353', '#f7c88b'],
  rule: '#c9cdbd',
  margin: '#e6b98c',
  wash: '#b4cbb8',
  mark: '#8fa598',
  tick: '#2f9e5b',
  tones: [
    { crest: '#e6e2cd', mist: '#f9ecd4', line: '#adbaa8', lit: '#dcae78' },
    { crest: '#cdd8c6', mist: '#f6ecd8', line: '#a6b9a9', lit: '#d3a872' },
    { crest: '#a9c2b1', mist: '#eeead8', line: '#7d9f8d', lit: '#b99a6c' },
    { crest: '#6d9a85', mist: '#d8dfcd', line: '#3f7360', lit: '#6f7f5a' },
    { crest: '#245546', mist: '#86ac98', line: '#b5cfbd', lit: '#f0dcb2' },
    { crest: ground.light, mist: '#1d4a3c', line: '#6f9c87', lit: '#d9cda2' },
  ],
}

export const dark: Palette = {
  paper: paper.dark,
  sky: ['#081914', paper.dark, '#10271f', '#16302a'],
  glow: '#9a5b33',
  glowStrength: 0.8,
  sun: ['#e0904c', '#f4c98b'],
  rule: '#2a463b',
  margin: '#5c4a30',
  wash: '#11291f',
  mark: '#4f6f61',
  tick: '#57c785',
  tones: [
    { crest: '#20352b', mist: '#2e3c2c', line: '#33493d', lit: '#6f5432' },
    { crest: '#1a332a', mist: '#273a2f', line: '#3a5548', lit: '#a67e4d' },
    { crest: '#143028', mist: '#22392f', line: '#426355', lit: '#d3a56a' },
    { crest: '#0f2821', mist: '#1a352c', line: '#4a7062', lit: '#cfa872' },
    { crest: '#0a1e18', mist: '#132d25', line: '#3f6556', lit: '#a58d62' },
    { crest: ground.dark, mist: '#0c221c', line: '#2f5245', lit: '#6f7350' },
  ],
}
