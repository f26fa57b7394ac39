import { expect, test } from 'vitest'
import { team } from '#content/content.ts'
import { mailMark } from '#logo.ts'
import { signature } from '#mail/layout/signature.tsx'
import { fillLetter, renderLetter } from './letter-mail.tsx'
import { letterHtml, letterText } from './letter-markdown.tsx'

const settings = { publicUrl: 'https://www.spunta.test', sender: 'us@spunta.test' }

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
    'News\n\n**Today**: open it (https://x.example/?a=1&b=2).\n\n- first\n- second',
  )
  expect(letterText('https://x.example/a, [$& off](https://x.example/b)')).toBe(
    'https://x.example/a, $& off (https://x.example/b)',
  )
  expect(letterText('[https://x.example/](https://x.example/)')).toBe('https://x.example/')
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

test('a letter ends with the founders’ first names, unless its last paragraph has one of them', () => {
  const textOf = (body: string) => {
    const texts = { en: { subject: 'Live', preview: null, body, isSample: false } }
    return renderLetter({ name: 'launch', texts }, settings).texts.en.text
  }
  const names = signature('en').text
  const [first] = team[0]!.name.split(' ')
  expect(names).toContain(first)
  expect(textOf('Hello.\n\nThank you.\n')).toContain(`\n\nThank you.\n\n${names}\n\n-- `)
  expect(textOf(`${first} says hello.\n\nBye.`)).toContain(names)
  expect(textOf(`Hello.\n\nSee you,\n**${first}**`)).toContain(`**${first}**\n\n-- `)
})

test('title, preview and escaped characters of a letter contain no Markdown syntax', () => {
  const written = (body: string, preview: string | null = null) =>
    renderLetter(
      { name: 'launch', texts: { en: { subject: 'Live', preview, body, isSample: false } } },
      settings,
    ).texts.en
  const shown = ({ html }: { html: string }) =>
    /<div style="display:none[^>]*>(.*?)<\/div>/.exec(html)![1]
  const letter = written(
    '# We are **live**\n\n*Today* [it][1] is 5 \\* better.\n\n[1]: https://x.example/',
  )
  expect(letter.html).toMatch(/<h1[^>]*>We are live<\/h1>/)
  expect(letter.text).toMatch(
    /^We are live\n\n\*Today\* it \(https:\/\/x\.example\/\) is 5 \* better\.\n\n.+\n\n-- /,
  )
  expect(shown(letter)).toBe('Today it is 5 * better.')
  expect(shown(written('Hello', 'Three things'))).toBe('Three things')
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

test.each([
  ['en', '/unsubscribe/', 'You signed up for news of', 'confirmed it on 18 November 2026'],
  ['it', '/it/unsubscribe/', 'Perché ricevo questa email?', 'confermata in data 18 novembre 2026'],
] as const)(
  'a filled letter has the unsubscribe link and the date, and no placeholder (%s)',
  (language, path, why, date) => {
    const text = { subject: 'Live', preview: null, body: 'Hello', isSample: false }
    const own = { name: 'launch', texts: { en: text, it: { ...text, subject: 'Si parte' } } }
    const reader = { id: crypto.randomUUID(), confirmedAt: new Date('2026-11-18'), language }
    const mail = fillLetter(renderLetter(own, settings), 'a secret', reader)
    expect(mail.subject).toBe(own.texts[language].subject)
    expect(mail.html).toContain(`<html lang="${language}">`)
    expect(mail.unsubscribeUrl).toContain(`https://www.spunta.test${path}`)
    for (const part of [mail.html, mail.text]) {
      expect(part).toContain(mail.unsubscribeUrl)
      expect(part).toContain(why)
      expect(part).toContain(date)
      expect(part).not.toMatch(/unsubscribe_url|confirmed_on/)
    }
  },
)
