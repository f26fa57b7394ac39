import { expect, test } from 'vitest'
import { parseText } from './letter-file.ts'
import { letterText } from './letter-text.ts'

const size = 88_000
const repeat = (part: string, length = size) => part.repeat(Math.ceil(length / part.length))
const parse = (body: string) => parseText('spring', `---\nsubject: Spring\n---\nHello\n\n${body}`)

/** Four times as long takes about four times as long, not sixteen. The processor's time: other programs don't count. */
function expectLinear(work: (length: number) => void) {
  const [quarter, whole] = [size / 4, size].map((length) => {
    const before = process.threadCpuUsage()
    work(length)
    const { user, system } = process.threadCpuUsage(before)
    return (user + system) / 1000
  })
  // Below half a second it is noise.
  expect(whole).toBeLessThan(Math.max(500, 8 * quarter!))
}

test.each(['a.', '![', '!', 'a_', 'a*', '*a_b', '**a', 'www.a.'])(
  '88 kB of %j are refused before the parser takes minutes',
  (part) => {
    expect(parse(repeat(part))).toEqual({
      text: undefined,
      mistakes: [{ line: 6, sentence: 'has over 2000 characters without a space: shorten it' }],
    })
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

// Each took seconds or minutes as one word of 88 kB.
test.each(['![', '*a_b', 'www.a.'])(
  '88 kB of words of 2,000 characters made of %j are read',
  (part) => {
    expectLinear((length) => {
      const body = repeat(`${repeat(part, 1996)} `, length)
      expect(parse(body).text).toBeDefined()
      letterText(body)
    })
  },
)

test('long addresses, rules and nested quotations are no mistake', () => {
  const address = `[a](https://spunta.test/?${'x'.repeat(1900)})`
  expect(
    parse(`${address}\n\n${'-'.repeat(100)}\n\n${'- '.repeat(40)}\n\n> > > - a`).mistakes,
  ).toEqual([])
})

test('a subject of 80 kB is refused at once', () => {
  expectLinear((length) => {
    const { mistakes } = parseText('spring', `---\nsubject: a${' '.repeat(length)}b\n---\nHello`)
    expect(mistakes[0]).toEqual({
      line: 2,
      sentence: 'subject must be one line of 1 to 200 characters',
    })
  })
})
