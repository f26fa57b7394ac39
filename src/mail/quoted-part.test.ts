import fc from 'fast-check'
import PostalMime from 'postal-mime'
import { expect, test } from 'vitest'
import { quoted, quotedPart } from './quoted-part.ts'

test('whoever reads a part finds the text as it was written, with what belongs to them in its places', async () => {
  const text = fc.array(fc.constantFrom('a word ', 'è €', '=', '.', '\n', '\t', 'x'.repeat(90)))
  await fc.assert(
    fc.asyncProperty(text, text, fc.webUrl(), async (before, after, url) => {
      const words = `${before.join('')}PLACE${after.join('')}PLACE.`
      const part = quotedPart('text/plain', words, ['PLACE']).replaceAll('PLACE', () => quoted(url))
      const lines = part.split('\r\n')
      expect(lines.filter((line) => line.length > 76)).toEqual([])
      const read = await PostalMime.parse(part)
      expect(read.text!.trimEnd()).toBe(words.replaceAll('PLACE', () => url).trimEnd())
    }),
    { examples: [[Array.from({ length: 76 }, () => '.'), [], 'https://example.com']] },
  )
})
