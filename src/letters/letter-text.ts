import { Lexer, Parser, Renderer, type Tokens } from 'marked'
import { decodeReferences } from './decode-references.ts'

/** A letter's Markdown as a person would type it in a mail, with the addresses of links and the words of pictures. */
export function letterText(markdown: string): string {
  return new Parser({ renderer: new PlainText() }).parse(Lexer.lex(markdown)).trimEnd()
}

/** Each block ends with an empty line. */
class PlainText extends Renderer {
  override heading({ tokens }: Tokens.Heading) {
    return `${this.parser.parseInline(tokens)}\n\n`
  }

  override paragraph({ tokens }: Tokens.Paragraph) {
    return `${this.parser.parseInline(tokens)}\n\n`
  }

  override list({ ordered, start, items, loose }: Tokens.List) {
    const written = items.map((item, index) => {
      const mark = ordered ? `${Number(start) + index}. ` : '- '
      return mark + this.listitem(item).replaceAll(/\n(?!\n)/g, `\n${' '.repeat(mark.length)}`)
    })
    return `${written.join(loose ? '\n\n' : '\n')}\n\n`
  }

  override listitem({ tokens, loose, task, checked }: Tokens.ListItem) {
    const parts = tokens.map((token) => this.parser.parse([token]).trim())
    const text = parts.filter(Boolean).join(loose ? '\n\n' : '\n')
    return task ? `[${checked ? 'x' : ' '}] ${text}` : text
  }

  override checkbox() {
    return ''
  }

  override blockquote({ tokens }: Tokens.Blockquote) {
    const lines = this.parser.parse(tokens).trim().split('\n')
    return `${lines.map((line) => `> ${line}`.trimEnd()).join('\n')}\n\n`
  }

  override code({ text }: Tokens.Code) {
    return `${text}\n\n`
  }

  override hr() {
    return '---\n\n'
  }

  override table({ header, rows }: Tokens.Table) {
    const lines = [header, ...rows].map((cells) =>
      cells.map((cell) => this.parser.parseInline(cell.tokens)).join(' | '),
    )
    return `${lines.join('\n')}\n\n`
  }

  override link({ href, tokens }: Tokens.Link) {
    const address = decodeReferences(href).replace(/^mailto:/, '')
    const words = this.parser.parseInline(tokens)
    return words === address ? address : `${words} (${address})`
  }

  override image({ tokens }: Tokens.Image) {
    return `[${this.parser.parseInline(tokens)}]`
  }

  override strong({ tokens }: Tokens.Strong) {
    return this.parser.parseInline(tokens)
  }

  override em({ tokens }: Tokens.Em) {
    return this.parser.parseInline(tokens)
  }

  override codespan({ text }: Tokens.Codespan) {
    return text
  }

  override br() {
    return '\n'
  }

  /** Without its marks it would say the opposite. */
  override del({ tokens }: Tokens.Del) {
    return `~~${this.parser.parseInline(tokens)}~~`
  }

  override text(token: Tokens.Text | Tokens.Escape | Tokens.Tag) {
    if ('tokens' in token && token.tokens) return this.parser.parseInline(token.tokens)
    return token.type === 'text' ? decodeReferences(token.raw) : token.text
  }
}
