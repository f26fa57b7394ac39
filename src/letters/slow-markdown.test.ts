import { expect, test } from 'vitest'
import { parseText } from './letter-file.ts'
import { letterText } from './letter-text.ts'

const size = 88_000
const repeat = (part: string, length = size) => part.repeat(Math.ceil(length / part.length))
const parse = (body: string) => parseText('spring', `---\nsubject: Spring\n---\nHello\n\n${body}`)

test.each(['a.', '![', '!', 'a_', 'a*', '*a_b', '**a', 'www.a.'])(
  '88 kB of %j are refused before the parser takes minutes',
  (part) => {
    const startedAt = performance.now()
    expect(parse(repeat(part))).toEqual({
      text: undefined,
      mistakes: [{ line: 6, sentence: 'has over 2000 characters without a space: shorten it' }],
    })
    expect(performance.now() - startedAt).toBeLessThan(1000)
  },
)

test.each(['>', '> ', '- ', '1. ', '1) > '])(
  '1,500 times %j would overflow the stack, and are refused',
  (part) => {
    const { mistakes } = parse(repeat(part, 1500) + 'a')
    expect(mistakes).toEqual([
      { line: 6, sentence: 'begins with over 50 marks of quotations or lists' },
    ])
  },
)

// Each took up to 6 seconds, or minutes, as one word of 88 kB.
test.each(['a.', '![', '[', '!', 'a_', '*a_b', '**a', 'www.a.', '`a', '](', '<a'])(
  '88 kB of words of 2,000 characters made of %j are read',
  (part) => {
    const startedAt = performance.now()
    const body = repeat(`${repeat(part, 1996)} `)
    expect(parse(body).text).toBeDefined()
    letterText(body)
    expect(performance.now() - startedAt).toBeLessThan(20_000)
  },
)

test('long addresses, rules and nested quotations are no mistake', () => {
  const address = `[a](https://spunta.test/?${'x'.repeat(1900)})`
  expect(
    parse(`${address}\n\n${'-'.repeat(100)}\n\n${'- '.repeat(40)}\n\n> > > - a`).mistakes,
  ).toEqual([])
})

test('a subject of 80 kB is refused at once', () => {
  const startedAt = performance.now()
  const { mistakes } = parseText('spring', `---\nsubject: a${' '.repeat(80_000)}b\n---\nHello`)
  expect(mistakes[0]).toEqual({
    line: 2,
    sentence: 'subject must be one line of 1 to 200 characters',
  })
  expect(performance.now() - startedAt).toBeLessThan(1000)
})
