import { Lexer, type Token, type Tokens } from 'marked'

export type { Token, Tokens }

/** Markdown as a tree. What HTML it holds stays text: nothing in it is ever taken for a tag. */
export function markdownTokens(markdown: string): Token[] {
  return new Lexer({ gfm: true }).lex(markdown)
}

/** The address when a mail may link to it: a web page or a mailbox, in full. */
export function safeHref(href: string): string | undefined {
  const url = URL.parse(href)
  return url && /^(?:https?|mailto):$/.test(url.protocol) ? url.href : undefined
}

const named: Record<string, string> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: '\u00a0',
  copy: '©',
  reg: '®',
  trade: '™',
  euro: '€',
  ndash: '–',
  mdash: '—',
  hellip: '…',
}

/** Markdown lets people write characters by name or number. */
export function plainText(text: string): string {
  return text.replace(
    /&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w+));/gi,
    (raw: string, decimal?: string, hex?: string, name?: string) => {
      if (name !== undefined) return named[name] ?? raw
      const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal)
      return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : '\ufffd'
    },
  )
}
