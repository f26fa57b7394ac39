import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import subsetFont from 'subset-font'
import type { Plugin } from 'vite'

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const ascii = Array.from({ length: 0x7f - 0x20 }, (_, index) =>
  String.fromCodePoint(0x20 + index),
).join('')

const features = ['kern', 'mark', 'mkmk', 'ccmp', 'locl']

const faces = {
  newsreader: {
    source: '@fontsource-variable/newsreader/files/newsreader-latin-opsz-normal.woff2',
    // One weight of the optical size for headings.
    axes: { opsz: 72, wght: 470 },
    // The fallback's metrics match this font with ligatures.
    features: [...features, 'liga'],
    // Characters of headings, including the owner's. Sections have numbers, and `ch` needs the 0.
    characters: () => `${letters}0123456789 .,:!?'’&-—\u2060${ownersHeadings()}`,
  },
  'hanken-grotesk': {
    source: '@fontsource-variable/hanken-grotesk/files/hanken-grotesk-latin-wght-normal.woff2',
    axes: { wght: { min: 400, max: 600 } },
    features,
    // Characters of addresses, names and dates.
    characters: () =>
      `${ascii}\u00a0\u2060©·×àáâäçèéêëìíîïñòóôöùúûüßÀÈÉÌÒÙ–—‘’“”…•€→↗${ownersHeadings()}`,
  },
}

/** Subsets both fonts to the characters that the site uses, into `@fonts`. */
export function cutFonts(folder = resolve('dist/fonts')): Plugin {
  return {
    name: 'cut-fonts',
    async config(_, { command }) {
      mkdirSync(folder, { recursive: true })
      for (const [name, { source, axes, features: kept, characters }] of Object.entries(faces)) {
        const printed = [...new Set(characters())].toSorted().join('')
        const list = resolve(folder, `${name}.txt`)
        // The development server reuses an existing subset, because subsetting is slow.
        if (command === 'serve' && existsSync(list)) continue
        const cut = await subsetFont(readFileSync(resolve('node_modules', source)), printed, {
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

/** Read as text, not imported: check-content.ts reports mistakes in them. */
function ownersHeadings(): string {
  const read = (name: string) => readFileSync(resolve('content', name), 'utf8')
  const names = `${read('site.ts')}${read('team.ts')}`.matchAll(/(?:brand|name):.*?(['"`])(.*)\1/g)
  const headings = `${read('terms.mdx')}${read('privacy.mdx')}`.matchAll(/^(#+) (.*)/gm)
  return [...names, ...headings].map(([, , text]) => text).join('')
}
