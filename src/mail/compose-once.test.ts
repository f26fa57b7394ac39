import fc from 'fast-check'
import PostalMime from 'postal-mime'
import { expect, test } from 'vitest'
import { createComposer } from './compose-once.ts'

const words = {
  subject: 'È arrivato',
  html: '<p>Dear DATE, <a href="https://link.invalid/">leave</a></p>',
  text: 'Dear DATE\nhttps://link.invalid/',
  letter: 'launch',
}

function mailTo(to: string, date: string) {
  const unsubscribeUrl = `https://www.example.com/unsubscribe?token=${'x'.repeat(90)}.${to.length}`
  const ownWords = { DATE: date, 'https://link.invalid/': unsubscribeUrl }
  const messageId = `${to.length}@example.com`
  return { ...words, to, messageId, unsubscribeUrl, ownWords, date: new Date(date) }
}

test('a letter that is put together once is each recipient’s own', async () => {
  const compose = createComposer('Us <us@example.com>')
  for (const mail of [
    mailTo("$&a=b'`$'@example.com", '1 March 2026'),
    mailTo('longer.name@example.com', '2 April 2026'),
  ]) {
    const raw = await compose(mail)
    const read = await PostalMime.parse(raw)
    const header = (key: string) => read.headers.find((one) => one.key === key)?.value
    expect(read).toMatchObject({
      from: { name: 'Us', address: 'us@example.com' },
      to: [{ address: mail.to }],
      subject: 'È arrivato',
      messageId: `<${mail.messageId}>`,
    })
    expect(new Date(read.date!)).toEqual(mail.date)
    expect(header('list-unsubscribe')).toBe(`<${mail.unsubscribeUrl}>`)
    expect(read.text?.trim()).toBe(`Dear ${mail.ownWords.DATE}\n${mail.unsubscribeUrl}`)
    expect(read.html?.trim()).toBe(
      `<p>Dear ${mail.ownWords.DATE}, <a href="${mail.unsubscribeUrl}">leave</a></p>`,
    )
    expect(raw).not.toMatch(/\.invalid/)
  }
})

test('the next letter is not the one before, whatever of it is another', async () => {
  const compose = createComposer('us@example.com')
  const mail = mailTo('ada@example.com', '1 March 2026')
  await compose(mail)
  for (const part of ['subject', 'letter', 'html', 'text'] as const) {
    expect(await compose({ ...mail, [part]: 'another' })).toContain('another')
  }
})

test('whoever reads a letter finds the words as they were written, with what belongs to them in its places', async () => {
  const some = fc.array(fc.constantFrom('a word ', 'è €', '=', '.', '\n', '\t', 'x'.repeat(90)))
  await fc.assert(
    fc.asyncProperty(some, some, fc.webUrl(), async (before, after, url) => {
      const place = 'https://link.invalid/'
      const text = `${before.join('')}${place}${after.join('')}${place}.`
      const mail = { ...mailTo('ada@example.com', '1 March 2026'), html: text, text }
      const raw = await createComposer('us@example.com')({ ...mail, ownWords: { [place]: url } })
      const [, ...parts] = raw.split('Content-Transfer-Encoding: quoted-printable')
      expect(parts.flatMap((part) => part.split(/\r?\n/)).filter(isTooLong)).toEqual([])
      const read = await PostalMime.parse(raw)
      for (const part of [read.text!, read.html!]) {
        expect(part.trimEnd()).toBe(text.replaceAll(place, () => url).trimEnd())
      }
    }),
    { examples: [...lengths.map(afterDots), [[], [], `https://example.com/${'x'.repeat(56)}`]] },
  )
})

const lengths = [50, 60, 70, 76]
const afterDots = (length: number): [string[], string[], string] => [
  Array.from({ length }, () => '.'),
  [],
  'https://example.com',
]
const isTooLong = (line: string) => line.length > 76
