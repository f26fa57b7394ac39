import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import subsetFont from 'subset-font'
import type { Plugin } from 'vite'
import { curlApostrophe } from './curl-apostrophe.ts'

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const ascii = Array.from({ length: 0x7f - 0x20 }, (_, index) =>
  String.fromCodePoint(0x20 + index),
).join('')

const features = ['kern', 'mark', 'mkmk', 'ccmp', 'locl']

const faces = {
  newsreader: {
    source: '@fontsource-variable/newsreader/files/newsreader-latin-opsz-normal.woff2',
    // One weight of the cut that was drawn for large sizes: all headings share it.
    axes: { opsz: 72, wght: 470 },
    // The fallback is as wide as this face is with its ligatures.
    features: [...features, 'liga'],
    // A heading's, and whatever stands in those that the owner writes. Sections are numbered, and `ch` measures the 0.
    characters: () => `${letters}0123456789 .,:!?'’&-—\u2060${ownersHeadings()}`,
  },
  'hanken-grotesk': {
    source: '@fontsource-variable/hanken-grotesk/files/hanken-grotesk-latin-wght-normal.woff2',
    axes: { wght: { min: 400, max: 600 } },
    features,
    // All that an address, a name or a date may hold.
    characters: () =>
      `${ascii}\u00a0\u2060©·×àáâäçèéêëìíîïñòóôöùúûüßÀÈÉÌÒÙ–—‘’“”…•€→↗${ownersHeadings()}`,
  },
}

/** Cuts the two faces down to what the site prints in each. `@fonts` is where they then are. */
export function cutFonts(folder = resolve('dist/fonts')): Plugin {
  return {
    name: 'cut-fonts',
    async config(_, { command }) {
      mkdirSync(folder, { recursive: true })
      for (const [name, { source, axes, features: kept, characters }] of Object.entries(faces)) {
        const printed = [...new Set(characters())].toSorted().join('')
        const list = resolve(folder, `${name}.txt`)
        // Only a build is sure to have the newest; nothing else should wait for it.
        if (command === 'serve' && existsSync(list)) continue
        const whole = readFileSync(resolve('node_modules', source))
        const options = { variationAxes: axes, keepFeatures: kept }
        const cut = await (name === 'newsreader' ? cutDisplay : cutText)(whole, printed, options)
        writeFileSync(resolve(folder, `${name}.woff2`), cut)
        writeFileSync(list, printed)
      }
      return { resolve: { alias: { '@fonts': folder } } }
    },
  }
}

type Options = Omit<Parameters<typeof subsetFont>[2], 'targetFormat'>

function cutText(font: Uint8Array, printed: string, options: Options) {
  return subsetFont(font, printed, { targetFormat: 'woff2', ...options })
}

/** At the size of a heading a straight apostrophe looks like a mistake. Fields are not set in this face. */
async function cutDisplay(font: Uint8Array, printed: string, options: Options) {
  const cut = await subsetFont(font, `${printed}’`, { targetFormat: 'truetype', ...options })
  const { keepFeatures } = options
  return await cutText(curlApostrophe(cut), printed, { keepFeatures })
}

/** Not read as modules: a mistake in them is check-content's to report. */
function ownersHeadings(): string {
  const read = (name: string) => readFileSync(resolve('content', name), 'utf8')
  const names = `${read('site.ts')}${read('team.ts')}`.matchAll(/(?:brand|name):.*?(['"`])(.*)\1/g)
  const headings = `${read('terms.mdx')}${read('privacy.mdx')}`.matchAll(/^(#+) (.*)/gm)
  return [...names, ...headings].map(([, , text]) => text).join('')
}
