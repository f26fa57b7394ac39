import fc from 'fast-check'
import PostalMime from 'postal-mime'
import { expect, test } from 'vitest'
import { mail } from '../../test/support/send-mail.ts'
import { composeMail, quoted, quotedAround } from './compose-mail.ts'

const words = fc
  .array(fc.constantFrom('a word ', 'è €', '=', '.', '\n', '\t', 'x'.repeat(90)))
  .map((pieces) => pieces.join(''))

async function read(written: Pick<typeof mail, 'html' | 'text' | 'isQuoted'>) {
  const { raw } = composeMail({ ...mail, ...written }, 'Us <us@example.com>')
  expect(raw.split('\r\n').filter((line) => line.length > 76)).toEqual([])
  return await PostalMime.parse(raw)
}

test('whoever reads a mail finds both parts as they were written', async () => {
  await fc.assert(
    fc.asyncProperty(words, words, async (some, others) => {
      const written = { text: `${some}.`, html: `${others}.` }
      expect(await read(written)).toMatchObject({
        text: `${written.text}\n`,
        html: `${written.html}\n`,
      })
    }),
  )
})

test('what is encoded once for many has in its places what belongs to each', async () => {
  await fc.assert(
    fc.asyncProperty(words, words, fc.webUrl(), async (before, after, url) => {
      const template = `${before}PLACE${after}PLACE.`
      const part = quotedAround(['PLACE'], template).replaceAll('PLACE', () => quoted(url))
      const { text } = await read({ text: part, html: part, isQuoted: true })
      expect(text).toBe(`${template.replaceAll('PLACE', () => url)}\n`)
    }),
    { examples: [['.'.repeat(76), '', 'https://example.com']] },
  )
})
