import { Marked, type Tokens } from 'marked'
import { colour } from '#colours.ts'

/** A letter's Markdown in the look of the letters. Reading it has refused raw HTML and pictures. */
export function letterHtml(markdown: string): string {
  return inLetters.parse(markdown, { async: false })
}

/** The Markdown as it was written, with links spelled out, for those who read mail without HTML. */
export function letterText(markdown: string): string {
  let text = markdown
  void inLetters.walkTokens(inLetters.lexer(markdown), (token) => {
    if (token.type !== 'link' || !token.raw.startsWith('[')) return
    const { raw, text: label, href } = token as Tokens.Link
    text = text.replace(raw, () => (label === href ? href : `${label} (${href})`))
  })
  return text.replace(/^#{1,6} +/gm, '')
}

const serif = "Georgia, 'Times New Roman', serif"
const headings: Record<string, string> = {
  h2: `margin:32px 0 12px;font:500 22px/1.3 ${serif}`,
  h3: `margin:24px 0 8px;font:500 18px/1.3 ${serif}`,
}
const listStyle = 'margin:0 0 16px;padding:0 0 0 24px'

const inLetters = new Marked({
  gfm: true,
  renderer: {
    heading({ depth, tokens }) {
      const name = depth <= 2 ? 'h2' : 'h3'
      return `<${name} style="${headings[name]}">${this.parser.parseInline(tokens)}</${name}>`
    },
    paragraph({ tokens }) {
      return `<p style="margin:0 0 16px">${this.parser.parseInline(tokens)}</p>`
    },
    list({ ordered, start, items }) {
      const name = ordered ? 'ol' : 'ul'
      const first = ordered && start !== 1 ? ` start="${start}"` : ''
      const content = items.map((item) => this.listitem(item)).join('')
      return `<${name} style="${listStyle}"${first}>${content}</${name}>`
    },
    listitem({ tokens }) {
      return `<li style="margin:0 0 8px">${this.parser.parse(tokens)}</li>`
    },
    blockquote({ tokens }) {
      return `<blockquote class="rule" style="margin:0 0 16px;padding:0 0 0 16px;border-left:3px solid ${colour('accent-fill').light}">${this.parser.parse(tokens)}</blockquote>`
    },
    hr: () =>
      `<hr class="rule" style="margin:24px 0;border:0;border-top:1px solid ${colour('rule').light}">`,
    link({ href, tokens }) {
      const address = href.replaceAll('&', '&amp;').replaceAll('"', '&quot;')
      return `<a class="link" href="${address}" style="color:${colour('accent').light}">${this.parser.parseInline(tokens)}</a>`
    },
  },
})
