import { Fragment, type ReactNode } from 'react'
import { colour } from '#colours.ts'
import { companyLines } from '#content/company-facts.ts'
import { site } from '#content/content.ts'
import { mailMark } from '#logo.ts'
import { MailLink, sans, serif, SmallPrint } from './mail-parts.tsx'

export interface MailLayoutProps {
  title: string
  /** The first words that an inbox shows beside the subject. */
  preview: string
  /** At the foot. */
  links: { label: string; href: string }[]
  /** On newsletter mail: why somebody gets it. */
  why?: string | undefined
  children: ReactNode
}

/** The site's look for mail programs: no pictures, styles in place, one column down to 320 pixels. */
export function MailLayout({ title, preview, links, why, children }: MailLayoutProps) {
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
        {/* Some mail programs know no other way to keep a column off the edges. */}
        <table role="presentation" width="100%" cellSpacing="0" style={{ tableLayout: 'fixed' }}>
          <tbody>
            <tr>
              <td align="center" style={{ padding: '32px 20px' }}>
                <div className="ink" style={columnStyle}>
                  <p style={{ margin: '0 0 32px', font: `500 20px/1.2 ${serif}` }}>
                    {mailMark !== '' && (
                      <span className="link" style={{ color: accent }} aria-hidden="true">
                        {mailMark}{' '}
                      </span>
                    )}
                    {site.brand}
                  </p>
                  <div className="margin" style={marginStyle}>
                    <h1 style={{ margin: '0 0 20px', font: `500 28px/1.2 ${serif}` }}>{title}</h1>
                    {children}
                  </div>
                  <Foot links={links} why={why} />
                </div>
              </td>
            </tr>
          </tbody>
        </table>
      </body>
    </html>
  )
}

function Foot({ links, why }: Pick<MailLayoutProps, 'links' | 'why'>) {
  const anchors = links.map(({ label, href }) => (
    <MailLink key={label} href={href}>
      {label}
    </MailLink>
  ))
  const lines = [why, ...anchors, '', ...companyLines()].filter((line) => line !== undefined)
  return (
    <div
      className="soft rule"
      style={{ marginTop: '40px', paddingTop: '20px', borderTop: `1px solid ${rule}` }}
    >
      <SmallPrint>
        {lines.map((line, index) => (
          // Links one below the other leave a finger its room.
          <Fragment key={index}>
            {index > 0 && <br />}
            <span style={typeof line === 'string' ? {} : { lineHeight: '28px' }}>{line}</span>
          </Fragment>
        ))}
      </SmallPrint>
    </div>
  )
}

// The light values of the site's palette: mail programs know no custom properties.
const paper = colour('paper').light
const ink = colour('ink').light
const rule = colour('rule').light
const accent = colour('accent').light

const columnStyle = {
  maxWidth: '560px',
  margin: '0 auto',
  textAlign: 'left',
  color: ink,
  font: `400 16px/1.6 ${sans}`,
  // A long link must not push a narrow screen wide.
  overflowWrap: 'anywhere',
  wordBreak: 'break-word',
} as const

/** The double margin line of a ledger, as on the site. */
const marginStyle = { paddingLeft: '20px', borderLeft: `6px double ${colour('margin-rule').light}` }

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
