import { expect, test } from 'vitest'
import { site, team } from '#content/content.ts'
import { mailMark } from '#logo.ts'
import { signature } from '#mail/layout/signature.tsx'
import { fillLetter, renderLetter } from './letter-mail.tsx'
import { letterHtml, plainWords } from './letter-markdown.tsx'
import { letterText } from './letter-text.ts'

const settings = {
  publicUrl: 'https://www.spunta.test',
  sender: 'us@spunta.test',
  lettersDir: 'content/letters',
}

test('a letter’s Markdown becomes styled HTML, and text with the URLs of its links', () => {
  const markdown =
    '## News\n\n**Today**: [open it](https://x.example/?a=1&b=2).\n\n- first\n- second'
  const html = letterHtml(markdown)
  expect(html).toContain('href="https://x.example/?a=1&amp;b=2"')
  expect(html).toContain('<strong>Today</strong>')
  expect(html).toMatch(/<h2 style="[^"]+">News<\/h2>/)
  // The title is the only h1, and only h2 and h3 have styles.
  expect(letterHtml('# One\n\n#### Four')).toMatch(/<h2 .*>One<\/h2>\s*<h3 .*>Four<\/h3>/)
  expect(letterHtml('[it](https://è.example)')).toContain('href="https://xn--8ca.example/"')
  expect(letterText(markdown)).toBe(
    'News\n\nToday: open it (https://x.example/?a=1&b=2).\n\n- first\n- second',
  )
  expect(letterText('https://x.example/a, [$& off](https://x.example/b)')).toBe(
    'https://x.example/a, $& off (https://x.example/b)',
  )
  expect(letterText('[https://x.example/](https://x.example/)')).toBe('https://x.example/')
})

test.each([
  ['emphasis and code', '**a** _b_ `c*d` ~~e~~ 5 \\* 3', 'a b c*d ~~e~~ 5 * 3'],
  ['line breaks', 'a\nb\\\nc  \nd', 'a\nb\nc\nd'],
  ['lists in lists', '- a\n- b\n  1. c\n  2. d', '- a\n- b\n  1. c\n  2. d'],
  ['a numbered list with gaps', '3. a\n\n   b\n\n4. c', '3. a\n\n   b\n\n4. c'],
  ['tasks', '- [ ] a\n- [x] b', '- [ ] a\n- [x] b'],
  ['a quotation', '> a\n>\n> - **b**', '> a\n>\n> - b'],
  ['a rule and code', '***\n\n```js\na **b**\n```', '---\n\na **b**'],
  ['a table', '| a | b |\n|:--|---|\n| **1** | 2 |', 'a | b\n1 | 2'],
  ['addresses', '<https://a.it> [b@c.it](mailto:b@c.it) b@c.it', 'https://a.it b@c.it b@c.it'],
])('in the text part of a letter, %s are as a person would type them', (_, markdown, text) => {
  expect(letterText(markdown)).toBe(text)
})

test('a paragraph that is only a link becomes a button with a table cell for Outlook', () => {
  const button = letterHtml('Hello\n\n[Open **it**](https://x.test/?a=1&b=2)\n\nBye')
  expect(button).toMatch(
    /<td align="center" bgcolor="#\w{6}" style="[^"]*mso-padding-alt:14px 28px"/,
  )
  expect(button).toMatch(/<a href="https:\/\/x.test\/\?a=1&amp;b=2" style="[^"]+">Open it<\/a>/)
  for (const markdown of [
    '[Open](https://x.test/) it',
    'https://x.test/',
    '- [a](https://x.test/)',
  ]) {
    expect(letterHtml(markdown)).not.toContain('<table')
  }
})

test('a picture is shown at the width of the mail, a small one at its own, also behind a link', () => {
  const picture = (name: string, width: number, height: number) => {
    const file = { cid: `${name}@pictures`, file: name, base64: '' }
    return { ...file, name, width, height, type: 'image/png' as const }
  }
  const pictures = [picture('screen.png', 1120, 560), picture('face.png', 200, 100)]
  const markdown = '![A “screen”](screen.png)\n\n[![A face](face.png)](https://x.test/)'
  const html = letterHtml(markdown, pictures)
  expect(html).toContain('src="cid:screen.png@pictures" width="534" height="267" alt="A “screen”"')
  expect(html).toMatch(/<a .*href="https:\/\/x\.test\/"><img .*width="200" height="100"/)
  // Thunderbird overrides `max-width`.
  expect(html).toMatch(/width="534" [^>]*;width:100%;.*width="200" [^>]*;max-width:100%;/s)
  expect(letterText(markdown)).toBe('[A “screen”]\n\n[A face] (https://x.test/)')
})

test('a character reference is shown as its character in every part of a letter, except in code', () => {
  const picture = { name: 'a.png', file: 'a.png', cid: 'a@x', width: 9, height: 9, base64: '' }
  const html = (markdown: string) =>
    letterHtml(markdown, [{ ...picture, type: 'image/png' as const }])
  const button = '[R&amp;D](https://x.test/?a=1&amp;b=2)'
  expect(html(button)).toMatch(/href="https:\/\/x.test\/\?a=1&amp;b=2" [^>]*>R&amp;D<\/a>/)
  expect(html(`See ${button}`)).toContain('href="https://x.test/?a=1&amp;b=2"')
  expect(html('![&lt; \\[5\\] &euro;](a.png)')).toContain('alt="&lt; [5] €"')
  expect(letterText(`${button} ![&lt;&nbsp;5](a.png)`)).toBe(
    'R&D (https://x.test/?a=1&b=2) [<\u00a05]',
  )
  expect(letterText('1&ndash;2&#33; &#x2014; R&D &agrave;, ~~&copy;~~')).toBe('1–2! — R&D à, ~~©~~')
  expect(letterText('`&amp;` &amp;lt; \\&amp; &#38;lt; &none; &#27; &#x202e;')).toBe(
    '&amp; &lt; &amp; &lt; &none; &#27; &#x202e;',
  )
  expect(plainWords('# R&amp;D *is **&copy;***, `&amp;`')).toBe('R&D is ©, &amp;')
})

test('a letter ends with the founders’ first names, unless its last paragraph has one of them', async () => {
  const textOf = async (body: string) => {
    const texts = { en: { subject: 'Live', preview: null, body, isSample: false, isPublic: false } }
    return (await renderLetter({ name: 'launch', origin: 'file', texts }, settings)).texts.en.text
  }
  const names = signature('en').text
  const [first] = team[0]!.name.split(' ')
  expect(names).toContain(first)
  expect(await textOf('Hello.\n\nThank you.\n')).toContain(`\n\nThank you.\n\n${names}\n\n-- `)
  expect(await textOf(`${first} says hello.\n\nBye.`)).toContain(names)
  expect(await textOf(`Hello.\n\nSee you,\n**${first}**`)).toContain(`See you,\n${first}\n\n-- `)
})

test('title, preview and escaped characters of a letter contain no Markdown syntax', async () => {
  const written = async (body: string, preview: string | null = null) =>
    (
      await renderLetter(
        {
          name: 'launch',
          origin: 'file',
          texts: { en: { subject: 'Live', preview, body, isSample: false, isPublic: false } },
        },
        settings,
      )
    ).texts.en
  const shown = ({ html }: { html: string }) =>
    /<div [^>]*display:none[^>]*>(.*?)<\/div>/.exec(html)![1]
  const letter = await written(
    '# We are **live**\n\n*Today* [it][1] is 5 \\* better.\n\n[1]: https://x.example/',
  )
  expect(letter.html).toMatch(/<h1[^>]*>We are live<\/h1>/)
  expect(letter.text).toMatch(
    /^We are live\n\nToday it \(https:\/\/x\.example\/\) is 5 \* better\.\n\n.+\n\n-- /,
  )
  expect(shown(letter)).toBe('Today it is 5 * better.')
  expect(shown(await written('Hello', 'Three things'))).toBe('Three things')
  expect(shown(await written('a\n'.repeat(150)))).toBe('a '.repeat(100))
  for (const mark of [
    '<html lang="en">',
    '<table role="presentation"',
    `aria-hidden="true">${mailMark}`,
    '@media (prefers-color-scheme: dark)',
  ]) {
    expect(letter.html).toContain(mark)
  }
})

test.each([
  [
    'en',
    '/unsubscribe/',
    'Commercial communication from ',
    ' newsletter at www.spunta.test and confirmed on 18 November 2026.',
  ],
  [
    'it',
    '/it/unsubscribe/',
    'Comunicazione commerciale di ',
    ' su www.spunta.test (iscrizione confermata: 18 novembre 2026).',
  ],
] as const)(
  'a filled letter says who sends it and why, with an unsubscribe link and no placeholder (%s)',
  async (language, path, label, why) => {
    const text = { subject: 'Live', preview: null, body: 'Hello', isSample: false, isPublic: false }
    const own = {
      name: 'launch',
      origin: 'file' as const,
      texts: { en: text, it: { ...text, subject: 'Si parte' } },
    }
    const reader = { id: crypto.randomUUID(), confirmedAt: new Date('2026-11-18'), language }
    const mail = fillLetter(await renderLetter(own, settings), 'a secret', reader)
    expect(mail.subject).toBe(own.texts[language].subject)
    expect(mail.html).toContain(`<html lang="${language}">`)
    expect(mail.unsubscribeUrl).toContain(`https://www.spunta.test${path}`)
    for (const part of [mail.html, mail.text]) {
      expect(part).toContain(mail.unsubscribeUrl)
      expect(part).toContain(label)
      expect(part).toContain(why)
      expect(part).not.toMatch(/unsubscribe_url|confirmed_on/)
    }
    // In HTML, the company's name may be escaped.
    const { name, legalForm } = site.company
    expect(mail.text).toContain(`${label}${name} ${legalForm}: `)
  },
)

test('a filled letter carries only the pictures that its own language shows', () => {
  const picture = (name: string) => {
    const size = { width: 1, height: 1, base64: '', type: 'image/png' as const }
    return { ...size, name, file: name, cid: `${name}@pictures` }
  }
  const textWith = (cid: string) => ({ subject: '', html: `<img src="cid:${cid}">`, text: '' })
  const pictures = [picture('en.png'), picture('it.png')]
  const [en, it] = pictures.map(({ cid }) => textWith(cid))
  const letter = { name: 'launch', sender: '', public_url: '', texts: { en: en!, it: it! } }
  const reader = { id: crypto.randomUUID(), confirmedAt: new Date(), language: 'it' as const }
  const filled = fillLetter({ ...letter, pictures }, 'a secret', reader)
  expect(filled.pictures?.map(({ file }) => file)).toEqual(['it.png'])
})
