const straight = 0x27
const curly = 0x2019

/**
 * Draws U+0027 as U+2019, so that a heading with a straight apostrophe has the typographer's. Takes a TrueType font
 * with a character map of format 4, and leaves checksums to the next subsetting.
 */
export function curlApostrophe(font: Uint8Array): Buffer {
  const source = Buffer.from(font)
  const record = source.indexOf('cmap', 12, 'latin1')
  const glyphs = readGlyphs(source.subarray(source.readUInt32BE(record + 8)))
  glyphs.set(straight, glyphs.get(curly)!)
  const table = writeGlyphs([...glyphs].toSorted(([one], [other]) => one - other))
  source.writeUInt32BE(source.length, record + 8)
  source.writeUInt32BE(table.length, record + 12)
  return Buffer.concat([source, table])
}

/** The glyph of each character, from the first subtable of a `cmap`. */
function readGlyphs(table: Buffer): Map<number, number> {
  const map = table.subarray(table.readUInt32BE(8))
  const format = map.readUInt16BE(0)
  if (format !== 4) throw new Error(`The font's character map has format ${format}, not 4`)
  const size = map.readUInt16BE(6)
  const glyphs = new Map<number, number>()
  for (let end = 14; end < 14 + size; end += 2) {
    const start = end + size + 2
    const [delta, range] = [start + size, start + 2 * size]
    for (let code = map.readUInt16BE(start); code <= map.readUInt16BE(end); code += 1) {
      const offset = map.readUInt16BE(range)
      const at = range + offset + 2 * (code - map.readUInt16BE(start))
      const glyph = offset === 0 ? code : map.readUInt16BE(at)
      if (code !== 0xffff) glyphs.set(code, (glyph + map.readUInt16BE(delta)) & 0xffff)
    }
  }
  return glyphs
}

/** A `cmap` of format 4 with one segment a character. */
function writeGlyphs(glyphs: [code: number, glyph: number][]): Buffer {
  const segments = [...glyphs, [0xffff, 0] as const]
  const codes = segments.map(([code]) => code)
  const deltas = segments.map(([code, glyph]) => (glyph - code) & 0xffff)
  const ranges = segments.map(() => 0)
  const size = 2 * segments.length
  // The four numbers after the version are for Windows, with its Unicode map at byte 12.
  const header = [0, 1, 3, 1, 0, 12]
  // Harfbuzz needs none of the three numbers for binary search.
  const map = [4, 16 + 4 * size, 0, size, 0, 0, 0, ...codes, 0, ...codes, ...deltas, ...ranges]
  const words = [...header, ...map]
  const table = Buffer.alloc(2 * words.length)
  for (const [index, word] of words.entries()) table.writeUInt16BE(word, 2 * index)
  return table
}
