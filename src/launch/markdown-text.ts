import { plainText, safeHref, type Token, type Tokens } from './markdown-tokens.ts'

/** Markdown as paragraphs of plain text, for those who read mail without HTML. */
export function markdownText(tokens: Token[]): string[] {
  return tokens.map(block).filter((text) => text !== '')
}

function block(token: Token): string {
  switch (token.type) {
    case 'space':
    case 'def':
      return ''
    case 'heading': {
      const text = inline(token.tokens ?? [])
      const mark = (token as Tokens.Heading).depth <= 2 ? '=' : '-'
      return `${text}\n${mark.repeat(Math.min(text.length, 60))}`
    }
    case 'list':
      return list(token as Tokens.List)
    case 'blockquote':
      return indented(markdownText(token.tokens ?? []).join('\n\n'), '> ', '> ')
    case 'code':
      return indented((token as Tokens.Code).text, '    ', '    ')
    case 'hr':
      return '* * *'
    case 'paragraph':
    case 'text':
      return token.tokens ? inline(token.tokens) : plainText(token.raw)
    default:
      return token.raw.trim()
  }
}

function list({ ordered, start, items, loose }: Tokens.List): string {
  const first = start === '' ? 1 : start
  return items
    .map((item, index) => {
      const mark = ordered ? `${first + index}. ` : '- '
      const text = markdownText(item.tokens).join(loose ? '\n\n' : '\n')
      return indented(text, mark, ' '.repeat(mark.length))
    })
    .join(loose ? '\n\n' : '\n')
}

function inline(tokens: Token[]): string {
  return tokens.map(span).join('')
}

function span(token: Token): string {
  switch (token.type) {
    case 'strong':
    case 'em':
    case 'del':
      return inline(token.tokens ?? [])
    case 'codespan':
    case 'escape':
      return (token as Tokens.Codespan).text
    case 'br':
      return '\n'
    case 'link':
    case 'image':
      return link(token as Tokens.Link)
    case 'text':
      return token.tokens ? inline(token.tokens) : plainText(token.raw)
    default:
      return token.raw
  }
}

function link(token: Tokens.Link): string {
  const href = safeHref(token.href)
  if (href === undefined) return token.raw
  const label = token.tokens ? inline(token.tokens) : plainText(token.text)
  const address = href.replace(/^mailto:/, '')
  // An address that is its own label is written once, as it was typed.
  return label === '' || label === token.href || label === address
    ? address
    : `${label} (${address})`
}

function indented(text: string, first: string, rest: string): string {
  return text
    .split('\n')
    .map((line, index) => `${index === 0 ? first : rest}${line}`.trimEnd())
    .join('\n')
}
