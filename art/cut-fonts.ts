import { readFile, writeFile } from 'node:fs/promises'
import subsetFont from 'subset-font'

const letters =
  Array.from({ length: 0x7f - 0x20 }, (_, index) => String.fromCodePoint(0x20 + index)).join('') +
  '\u00a0©·×àáâäçèéêëìíîïñòóôöùúûüßÀÈÉÌÒÙ–—‘’“”…•€→↗'

const fonts = [
  {
    file: 'newsreader.woff2',
    source: '@fontsource-variable/newsreader/files/newsreader-latin-opsz-normal.woff2',
    // One weight of the cut that was drawn for large sizes: all headings share it.
    axes: { opsz: 72, wght: 470 },
  },
  {
    file: 'hanken-grotesk.woff2',
    source: '@fontsource-variable/hanken-grotesk/files/hanken-grotesk-latin-wght-normal.woff2',
    axes: { wght: { min: 400, max: 600 } },
  },
]

/** Cuts the two faces down to what the site can print, as small as they get. */
export async function cutFonts(folder: URL): Promise<void> {
  for (const { file, source, axes } of fonts) {
    const whole = await readFile(new URL(import.meta.resolve(source)))
    const cut = await subsetFont(whole, letters, { targetFormat: 'woff2', variationAxes: axes })
    await writeFile(new URL(file, folder), cut)
  }
}
