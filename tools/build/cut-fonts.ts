import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import subsetFont from 'subset-font'
import type { Plugin } from 'vite'

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const ascii = Array.from({ length: 0x7f - 0x20 }, (_, index) =>
  String.fromCodePoint(0x20 + index),
).join('')

/** Italian, also in capitals at the start of a sentence: È. */
const italian = 'àèéìòùÀÈÉÌÒÙ«»’€'

const features = ['kern', 'mark', 'mkmk', 'ccmp', 'locl']

const faces = {
  newsreader: {
    source: '@fontsource-variable/newsreader/files/newsreader-latin-opsz-normal.woff2',
    // One weight, at the optical size for headings.
    axes: { opsz: 72, wght: 470 },
    // The fallback font's width is adjusted to this font with ligatures.
    features: [...features, 'liga'],
    // Characters of our headings and the owner's. Digits: sections are numbered, and `ch` is the width of 0.
    characters: () => `${letters}${italian}0123456789 .,:!?()'&-—\u2060${ownersHeadings()}`,
  },
  'hanken-grotesk': {
    source: '@fontsource-variable/hanken-grotesk/files/hanken-grotesk-latin-wght-normal.woff2',
    axes: { wght: { min: 400, max: 600 } },
    features,
    // Every character of an address, a name or a date.
    characters: () =>
      `${ascii}${italian}\u00a0\u2060©°º·×áâäçêëíîïñóôöúûüß–—‘“”…•→↗${ownersHeadings()}`,
  },
}

/** Reduces both fonts to the characters that the site uses, into the folder `@fonts`. */
export function cutFonts(folder = resolve('dist/fonts')): Plugin {
  return {
    name: 'cut-fonts',
    async config(_, { command }) {
      mkdirSync(folder, { recursive: true })
      for (const [name, { source, axes, features: kept, characters }] of Object.entries(faces)) {
        const printed = [...new Set(characters())].toSorted().join('')
        const list = resolve(folder, `${name}.txt`)
        // Only a build needs the newest: don't make development wait.
        if (command === 'serve' && existsSync(list)) continue
        const whole = readFileSync(resolve('node_modules', source))
        const cut = await subsetFont(whole, printed, {
          targetFormat: 'woff2',
          variationAxes: axes,
          keepFeatures: kept,
        })
        writeFileSync(resolve(folder, `${name}.woff2`), cut)
        writeFileSync(list, printed)
      }
      return { resolve: { alias: { '@fonts': folder } } }
    },
  }
}

/** Reads the files as text, not as modules: check-content-files.ts reports their mistakes. */
function ownersHeadings(): string {
  const read = (name: string) => readFileSync(resolve('content', name), 'utf8')
  const names = `${read('site.ts')}${read('team.ts')}`.matchAll(/(?:brand|name):.*?(['"`])(.*)\1/g)
  const headings = globSync(['*.mdx', 'letters/*.md'], { cwd: 'content' })
    .map(read)
    .join('\n')
    .matchAll(/^(#+|subject:) (.*)/gm)
  const pitch = `${read('pitch.ts')}${read('questionnaire.ts')}`
    .replaceAll(/^import .*|\/\/.*|\\u\w{4}/gm, '')
    .matchAll(/(['"`])(.*?)\1/g)
  return [...names, ...headings, ...pitch].map(([, , text]) => text).join('')
}
