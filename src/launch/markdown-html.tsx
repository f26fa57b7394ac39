import { Fragment, type ReactNode } from 'react'
import { Paragraph } from '#mail/letters/letter-layout.tsx'
import { plainText, safeHref, type Token, type Tokens } from './markdown-tokens.ts'

/** Markdown in the look of the letters. */
export function MarkdownHtml({ tokens }: { tokens: Token[] }): ReactNode {
  return tokens.map((token, index) => <Fragment key={index}>{block(token)}</Fragment>)
}

function block(token: Token): ReactNode {
  switch (token.type) {
    case 'space':
    case 'def':
      return null
    case 'heading': {
      const { depth, tokens } = token as Tokens.Heading
      const Heading = depth <= 2 ? 'h2' : 'h3'
      return <Heading style={headingStyle[Heading]}>{inline(tokens)}</Heading>
    }
    case 'paragraph':
      return <Paragraph>{inline(token.tokens ?? [])}</Paragraph>
    case 'list':
      return list(token as Tokens.List)
    case 'blockquote':
      return (
        <blockquote className="rule" style={quoteStyle}>
          <MarkdownHtml tokens={token.tokens ?? []} />
        </blockquote>
      )
    case 'code':
      return <pre style={codeStyle}>{(token as Tokens.Code).text}</pre>
    case 'hr':
      return <hr className="rule" style={ruleStyle} />
    case 'text':
      return inline(token.tokens ?? [token])
    default:
      // Raw HTML, tables and what else there is: shown as it was typed.
      return <Paragraph>{lines(token.raw.trim())}</Paragraph>
  }
}

function list({ ordered, start, items }: Tokens.List): ReactNode {
  const content = items.map((item, index) => (
    <li key={index} style={{ margin: '0 0 8px' }}>
      <MarkdownHtml tokens={item.tokens} />
    </li>
  ))
  const style = { margin: '0 0 16px', padding: '0 0 0 24px' }
  if (!ordered) return <ul style={style}>{content}</ul>
  return (
    <ol style={style} start={start === '' ? 1 : start}>
      {content}
    </ol>
  )
}

function inline(tokens: Token[]): ReactNode {
  return tokens.map((token, index) => <Fragment key={index}>{span(token)}</Fragment>)
}

function span(token: Token): ReactNode {
  switch (token.type) {
    case 'strong':
      return <strong>{inline(token.tokens ?? [])}</strong>
    case 'em':
      return <em>{inline(token.tokens ?? [])}</em>
    case 'del':
      return <del>{inline(token.tokens ?? [])}</del>
    case 'codespan':
      return <code>{(token as Tokens.Codespan).text}</code>
    case 'br':
      return <br />
    case 'link':
    case 'image': {
      const href = safeHref((token as Tokens.Link).href)
      if (href === undefined) return token.raw
      // A picture would tell its server who opened the letter, and when.
      const label =
        token.type === 'link' ? inline(token.tokens ?? []) : plainText(token.text as string)
      return (
        <a className="link" href={href} style={{ color: '#1f7a4a' }}>
          {label || href}
        </a>
      )
    }
    case 'text':
      return token.tokens ? inline(token.tokens) : plainText(token.raw)
    case 'escape':
      return (token as Tokens.Escape).text
    default:
      return token.raw
  }
}

function lines(text: string): ReactNode {
  return text.split('\n').map((line, index) => (
    <Fragment key={index}>
      {index > 0 && <br />}
      {line}
    </Fragment>
  ))
}

const serif = "Georgia, 'Times New Roman', serif"
const headingStyle = {
  h2: { margin: '32px 0 12px', font: `500 22px/1.3 ${serif}` },
  h3: { margin: '24px 0 8px', font: `500 18px/1.3 ${serif}` },
}
const quoteStyle = { margin: '0 0 16px', padding: '0 0 0 16px', borderLeft: '3px solid #86dfa4' }
const codeStyle = {
  margin: '0 0 16px',
  font: '14px/1.5 monospace',
  whiteSpace: 'pre-wrap',
} as const
const ruleStyle = { margin: '24px 0', border: 0, borderTop: '1px solid #d8d0bd' }
