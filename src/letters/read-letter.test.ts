import { expect, test } from 'vitest'
import { mailMark } from '#logo.ts'
import { contentLetters } from './content-letters.ts'
import { letterHtml, letterText } from './letter-body.ts'
import { letterTo } from './letter-mail.tsx'
import { readLetter } from './read-letter.ts'

const file = 'content/letters/spring.md'
const front = '---\nsubject: Spring\n---\n'

test('an address may stand in a letter; a site is written with https', () => {
  expect(readLetter(file, `${front}Write to hello@spunta.example.`)).toHaveProperty('letter')
  expect(readLetter(file, `${front}See www.spunta.example.`)).toEqual({
    mistakes: [`${file}:4: write https://www.spunta.example`],
  })
})

test('a letter is its front matter and its Markdown', () => {
  const source =
    '---\nsubject: "Spring news"\n\n# preview: Two\npreview: Three things\nsample: true\n--- \n\nHello\n'
  const letter = {
    name: 'spring',
    subject: 'Spring news',
    preview: 'Three things',
    body: 'Hello',
    isSample: true,
  }
  expect(readLetter(file, source)).toEqual({ letter })
  // As Windows writes it.
  const ofWindows = `\ufeff${source.replaceAll('\n', '\r\n')}`
  expect(readLetter(file, ofWindows)).toEqual({ letter })
  expect(readLetter(file, `${front}Hello`)).toMatchObject({
    letter: { preview: null, isSample: false },
  })
})

test('a letter whose name cannot stand in the id of a mail is refused', () => {
  const mistakes = [
    'content/letters/Più novità.md:1: must be named with letters from a to z, digits, . - and _',
  ]
  expect(readLetter('content/letters/Più novità.md', `${front}Hello`)).toEqual({ mistakes })
})

test.each([
  ['no front matter', 'Hello', [1]],
  ['no subject', '---\npreview: x\n---\nHello', [1]],
  ['an unknown field', '---\nsubject: x\nsubjet: y\n---\nHello', [3]],
  ['raw HTML', `${front}Hello\n\n<img src=x onerror=alert(1)>`, [6]],
  ['raw HTML in a line', `${front}Hello <b>you</b>`, [4, 4]],
  ['a picture', `${front}\nHello\n\n![logo](https://x.example/l.png)`, [7]],
  [
    'a link that is not https',
    `${front}a [b](http://x.example)\n\n[c](javascript:alert(1))`,
    [4, 6],
  ],
  ['the same mistake twice', `${front}[b](http://x.example)\n\n[b](http://x.example)`, [4, 6]],
  ['a preview that no inbox shows', `---\nsubject: x\npreview: ${'x'.repeat(201)}\n---\nx`, [3]],
  ['a control character', '---\nsubject: x\npreview: a\u001bb\n---\nHello', [3]],
  ['more than mail programs show', `${front}${'word '.repeat(18_000)}`, [1]],
  ['no words', front, [4]],
])('a letter with %s is refused with file and line', (_, source, lines) => {
  const read = readLetter(file, source)
  const mistakes = 'mistakes' in read ? read.mistakes : []
  expect(
    mistakes.map((mistake) => Number(/^content\/letters\/spring\.md:(\d+): /.exec(mistake)![1])),
  ).toEqual(lines)
})

test('the letters that come with the site are without mistakes', () => {
  expect(contentLetters().has('launch')).toBe(true)
})

test('Markdown becomes the look of the letters, and text as it was written', () => {
  const markdown =
    '## News\n\n**Today**: [open it](https://x.example/?a=1&b=2).\n\n- first\n- second'
  const html = letterHtml(markdown)
  expect(html).toContain('href="https://x.example/?a=1&amp;b=2"')
  expect(html).toContain('<strong>Today</strong>')
  expect(html).toMatch(/<h2 style="[^"]+">News<\/h2>/)
  // The title has the first level, and mail programs know no styles for more than three.
  expect(letterHtml('# One\n\n#### Four')).toMatch(/<h2 .*>One<\/h2>\s*<h3 .*>Four<\/h3>/)
  expect(letterHtml('[it](https://è.example)')).toContain('href="https://xn--8ca.example/"')
  expect(letterText(markdown)).toBe(
    'News\n\n**Today**: open it (https://x.example/?a=1&b=2).\n\n- first\n- second',
  )
  expect(letterText('https://x.example/a, [$& off](https://x.example/b)')).toBe(
    'https://x.example/a, $& off (https://x.example/b)',
  )
  expect(letterText('[https://x.example/](https://x.example/)')).toBe('https://x.example/')
})

test('no mark of Markdown stands in the title, in what an inbox shows, or before a sign that was meant', () => {
  const written = (body: string, preview: string | null = null) =>
    letterTo(
      { subject: 'Live', preview, body },
      'https://www.example.com',
      'https://www.example.com/leave',
      '1 March 2026',
    )
  const shown = ({ html }: { html: string }) =>
    /<div style="display:none[^>]*>(.*?)<\/div>/.exec(html)![1]
  const letter = written(
    '# We are **live**\n\n*Today* [it][1] is 5 \\* better.\n\n[1]: https://x.example/',
  )
  expect(letter.html).toMatch(/<h1[^>]*>We are live<\/h1>/)
  expect(letter.text).toMatch(
    /^We are live\n\n\*Today\* it \(https:\/\/x\.example\/\) is 5 \* better\.\n+-- /,
  )
  expect(shown(letter)).toBe('Today it is 5 * better.')
  expect(shown(written('Hello', 'Three things'))).toBe('Three things')
  // A whole letter would make it twice as long.
  expect(shown(written('a\n'.repeat(150)))).toBe('a '.repeat(100))
  for (const mark of [
    '<html lang="en">',
    '<table role="presentation"',
    `aria-hidden="true">${mailMark}`,
    '@media (prefers-color-scheme: dark)',
  ]) {
    expect(letter.html).toContain(mark)
  }
})
