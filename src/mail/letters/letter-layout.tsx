import type { ReactNode } from 'react'
import { colour } from '#colours.ts'
import { site } from '#content/content.ts'
import { companyLines } from './letter.ts'

interface LetterLayoutProps {
  title: string
  /** The first words that an inbox shows beside the subject. */
  preview: string
  unsubscribeUrl?: string | undefined
  /** On newsletter mail: why somebody gets it. */
  why?: string | undefined
  children: ReactNode
}

/** The site's look for mail programs: no pictures, styles in place, one column down to 320 pixels. */
export function LetterLayout({ title, preview, unsubscribeUrl, why, children }: LetterLayoutProps) {
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        {/* Phones would turn the VAT and REA numbers into telephone links. */}
        <meta name="format-detection" content="telephone=no, date=no, address=no" />
        <title>{title}</title>
        <style dangerouslySetInnerHTML={{ __html: darkScheme }} />
      </head>
      <body className="paper" style={{ margin: 0, padding: 0, background: paper, color: ink }}>
        <div style={{ display: 'none', maxHeight: 0, overflow: 'hidden' }}>{preview}</div>
        <Table>
          <Table maxWidth="560px">
            <p style={{ margin: '0 0 32px', font: `500 20px/1.2 ${serif}` }}>
              <span className="link" style={{ color: accent }} aria-hidden="true">
                ✓{' '}
              </span>
              {site.brand}
            </p>
            <div className="margin" style={marginStyle}>
              <h1 style={{ margin: '0 0 20px', font: `500 28px/1.2 ${serif}` }}>{title}</h1>
              {children}
            </div>
            <Foot unsubscribeUrl={unsubscribeUrl} why={why} />
          </Table>
        </Table>
      </body>
    </html>
  )
}

export function Paragraph({ children }: { children: ReactNode }) {
  return <p style={{ margin: '0 0 16px' }}>{children}</p>
}

/** A button, and its address in full for those who would rather copy it. */
export function LetterButton({ href, children }: { href: string; children: ReactNode }) {
  return (
    <>
      <p style={{ margin: '24px 0' }}>
        <a className="button" href={href} style={buttonStyle}>
          {children}
        </a>
      </p>
      <p className="soft" style={{ margin: '0 0 24px', font: smallFont, color: inkSoft }}>
        Or copy this address into your browser:
        <br />
        <a className="link" href={href} style={{ color: accent }}>
          {href}
        </a>
      </p>
    </>
  )
}

/** Some mail programs know no other way to centre a column. */
function Table({ maxWidth, children }: { maxWidth?: string; children: ReactNode }) {
  const isColumn = maxWidth !== undefined
  return (
    <table
      role="presentation"
      width="100%"
      cellPadding="0"
      cellSpacing="0"
      border={0}
      style={isColumn ? { maxWidth, textAlign: 'left' } : {}}
    >
      <tbody>
        <tr>
          <td
            className="ink"
            align={isColumn ? 'left' : 'center'}
            style={isColumn ? columnStyle : { padding: '32px 20px' }}
          >
            {children}
          </td>
        </tr>
      </tbody>
    </table>
  )
}

function Foot({ unsubscribeUrl, why }: Pick<LetterLayoutProps, 'unsubscribeUrl' | 'why'>) {
  return (
    <div
      className="soft rule"
      style={{ marginTop: '40px', paddingTop: '20px', borderTop: `1px solid ${rule}` }}
    >
      <p className="soft" style={{ margin: 0, font: smallFont, color: inkSoft }}>
        {why !== undefined && (
          <>
            {why}
            <br />
          </>
        )}
        {unsubscribeUrl !== undefined && (
          <>
            <a className="link" href={unsubscribeUrl} style={{ color: accent }}>
              Unsubscribe
            </a>
            <br />
            <br />
          </>
        )}
        {companyLines().map((line, index) => (
          <span key={line}>
            {index > 0 && <br />}
            {line}
          </span>
        ))}
      </p>
    </div>
  )
}

// The light values of the site's palette: mail programs know no custom properties.
const paper = colour('paper').light
const ink = colour('ink').light
const inkSoft = colour('ink-soft').light
const rule = colour('rule').light
const accent = colour('accent').light

const serif = "Georgia, 'Times New Roman', serif"
const sans = "system-ui, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif"
const textFont = `400 16px/1.6 ${sans}`
const smallFont = `400 13px/1.6 ${sans}`

const columnStyle = {
  color: ink,
  font: textFont,
  // A long link must not push a narrow screen wide.
  overflowWrap: 'anywhere',
  wordBreak: 'break-word',
} as const

/** The double margin line of a ledger, as on the site. */
const marginStyle = { paddingLeft: '20px', borderLeft: `6px double ${colour('margin-rule').light}` }

const buttonStyle = {
  display: 'inline-block',
  padding: '14px 28px',
  borderRadius: '999px',
  background: colour('accent-fill').light,
  color: colour('on-accent').light,
  font: `600 16px/1.4 ${sans}`,
  textDecoration: 'none',
}

const darkScheme = `
:root { color-scheme: light dark; }
@media (prefers-color-scheme: dark) {
  .paper { background: ${colour('paper').dark} !important; }
  .ink { color: ${colour('ink').dark} !important; }
  .soft { color: ${colour('ink-soft').dark} !important; }
  .rule { border-color: ${colour('rule').dark} !important; }
  .margin { border-color: ${colour('margin-rule').dark} !important; }
  .link { color: ${colour('accent').dark} !important; }
}
`
