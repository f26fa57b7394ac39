import { expect, test } from 'vitest'
import { lettersDir, readLetters } from './read-letters.ts'
import { collectLetters, readLetter } from './letter-file.ts'

const file = 'content/letters/spring.md'
const front = '---\nsubject: Spring\n---\n'

test('a letter may contain an email address, and www. without https:// is a mistake', () => {
  expect(readLetter(file, `${front}Write to hello@spunta.test.`)).toHaveProperty('text')
  expect(readLetter(file, `${front}See www.spunta.test.`)).toEqual({
    mistakes: [`${file}:4: write https://www.spunta.test`],
  })
})

test('a letter is read from its front matter and Markdown, also with BOM and CRLF', () => {
  const source =
    '---\nsubject: "Spring news"\n\n# preview: Two\npreview: Three things\nsample: true\n--- \n\nHello\n'
  const text = {
    subject: 'Spring news',
    preview: 'Three things',
    body: 'Hello',
    isSample: true,
    isPublic: false,
  }
  expect(readLetter(file, source)).toEqual({ text })
  const fromWindows = `\ufeff${source.replaceAll('\n', '\r\n')}`
  expect(readLetter(file, fromWindows)).toEqual({ text })
  expect(readLetter(file, `${front}Hello`)).toMatchObject({
    text: { preview: null, isSample: false },
  })
})

test('NAME.it.md is read as the Italian text of NAME.md, if the site is in Italian', () => {
  const source = (subject: string) => `---\nsubject: ${subject}\n---\nHello`
  const english = { file, source: source('Spring') }
  const italian = { file: 'content/letters/spring.it.md', source: source('Primavera') }
  const both = collectLetters([italian, english], ['en', 'it']).letters
  expect([...both.keys()]).toEqual(['spring'])
  expect(both.get('spring')?.texts).toMatchObject({
    en: { subject: 'Spring' },
    it: { subject: 'Primavera' },
  })
  const onlyEnglish = collectLetters([italian, english], ['en']).letters
  expect(onlyEnglish.get('spring')?.texts).not.toHaveProperty('it')
  expect(collectLetters([italian], ['en', 'it']).mistakes).toEqual([
    'content/letters/spring.it.md: has no English text: write content/letters/spring.md',
  ])
})

test('public: must be the same in every language, and a welcome letter has none', () => {
  const source = (isPublic: boolean) => `---\nsubject: x\npublic: ${isPublic}\n---\nHello`
  const english = { file, source: source(true) }
  const italian = { file: 'content/letters/spring.it.md', source: source(false) }
  expect(collectLetters([english, italian], ['en', 'it']).mistakes).toEqual([
    'content/letters/spring.it.md: must have the same public: as content/letters/spring.md',
  ])
  const { letters } = collectLetters([english], ['en', 'it'])
  expect(letters.get('spring')!.texts.en.isPublic).toBe(true)
  expect(readLetter('content/letters/welcome.md', source(true))).toHaveProperty('mistakes')
})

test('a letter is rejected if its file name cannot be part of a Message-ID or an address', () => {
  const mistakes = [
    'content/letters/Più novità.md:1: must be named with letters from a to z, digits, . - and _',
  ]
  expect(readLetter('content/letters/Più novità.md', `${front}Hello`)).toEqual({ mistakes })
  expect(readLetter('content/letters/...md', `${front}Hello`)).toHaveProperty('mistakes')
})

test.each([
  ['no front matter', 'Hello', [1]],
  ['no subject', '---\npreview: x\n---\nHello', [1]],
  ['an unknown field', '---\nsubject: x\nsubjet: y\n---\nHello', [3]],
  ['raw HTML', `${front}Hello\n\n<img src=x onerror=alert(1)>`, [6]],
  ['raw HTML in a line', `${front}Hello <b>you</b>`, [4, 4]],
  ['a picture on a server', `${front}\nHello\n\n![logo](https://x.test/l.png)`, [7]],
  ['a picture in another folder', `${front}![a](../../data/a.png)\n\n![b](b/../c.png)`, [4, 6]],
  ['a picture without a description', `${front}![](a.png)`, [4]],
  ['a picture that Outlook does not show', `${front}![a](a.svg)\n![a](a.avif)`, [4, 5]],
  ['public: that is neither true nor false', '---\nsubject: x\npublic: yes\n---\nHello', [3]],
  ['a link that is not https', `${front}a [b](http://x.test)\n\n[c](javascript:alert(1))`, [4, 6]],
  ['a link that is not https, indented', `${front}\n    a [b](javascript:alert(1))`, [5]],
  ['the same mistake twice', `${front}[b](http://x.test)\n\n[b](http://x.test)`, [4, 6]],
  ['a preview of over 200 characters', `---\nsubject: x\npreview: ${'x'.repeat(201)}\n---\nx`, [3]],
  ['a control character', '---\nsubject: x\npreview: a\u001bb\n---\nHello', [3]],
  ['an invisible character in its text', `${front}Hello\n\nfrom\u000bWord`, [6]],
  ['a picture whose name has spaces', `${front}a ![b](my screen.png)\n\n- ![c](d e.png)`, [4, 6]],
  ['a picture by an unknown reference', `${front}![a][b]`, [4]],
  ['more than 90 kB', `${front}${'word '.repeat(18_000)}`, [1]],
  ['no text', front, [4]],
  ['a variable in braces', `${front}Hello {name},\n\n{{ site.brand }} is here`, [4, 6]],
  ['a variable in the subject', '---\nsubject: Hello {name}\n---\nHello', [2]],
  ['an example domain', `${front}[b](https://www.example.com/a)\n\nme@spunta.example.`, [4, 6]],
])('a letter with %s is rejected, and the error names file and line', (_, source, lines) => {
  const read = readLetter(file, source)
  const mistakes = 'mistakes' in read ? read.mistakes : []
  expect(
    mistakes.map((mistake) => Number(/^content\/letters\/spring\.md:(\d+): /.exec(mistake)![1])),
  ).toEqual(lines)
})

test('a sample letter may contain braces and example domains, any letter similar words', () => {
  const sample = '---\nsubject: Hello {name}\nsample: true\n---\nhttps://www.example.com/'
  expect(readLetter(file, sample)).toHaveProperty('text')
  const words = `${front}For example. Compare https://example.it and https://counterexample.com.`
  expect(readLetter(file, words)).toHaveProperty('text')
})

test('the letters that come with the site have no mistakes', async () => {
  const letters = await readLetters({ lettersDir })
  expect(letters.map(({ name }) => name)).toContain('launch')
  expect(letters.flatMap(({ mistakes }) => mistakes)).toEqual([])
})
