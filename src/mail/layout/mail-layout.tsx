import { Fragment, type ReactNode } from 'react'
import { colour } from '#colours.ts'
import { companyLines } from '#content/company-facts.ts'
import { site } from '#content/content.ts'
import type { Language } from '#language.ts'
import { mailMark } from '#logo.ts'
import { MailLink, plainTable, sans, serif, SmallPrint } from './mail-parts.tsx'

const width = 560

/** Outlook falls back to Times New Roman if it does not know the first font of a stack, and ignores `max-width`. */
export const outlookStyles = `<!--[if mso]><style>
table, th, td, p, li, a, pre { font-family: Arial, sans-serif !important; }
h1, h2, h3, .serif { font-family: Georgia, serif !important; }
.column { width: ${width}px !important; }
</style><![endif]-->`

export interface MailLayoutProps {
  language: Language
  title: string
  /** The first words that a mail program shows beside the subject. */
  preview: string
  /** At the foot. */
  links: { label: string; href: string }[]
  /** On newsletter mail: why the recipient gets it. */
  why?: string | undefined
  children: ReactNode
}

/**
 * The site's look for mail programs: nothing to load, inline styles, one column down to 320 pixels. Tables and `bgcolor`
 * are for Outlook, whose Word engine ignores padding on anything but cells. `lang` is repeated because webmail drops
 * `<html>`.
 */
export function MailLayout(props: MailLayoutProps) {
  const { language, title, preview, children } = props
  return (
    <html lang={language}>
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
        <div lang={language} style={hiddenStyle}>
          {preview}
        </div>
        <table
          {...plainTable}
          lang={language}
          className="paper"
          width="100%"
          bgcolor={paper}
          style={outerStyle}
        >
          <tbody>
            <tr>
              <td align="center" style={{ padding: '32px 20px' }}>
                <table {...plainTable} className="ink column" width={width} style={columnStyle}>
                  <tbody>
                    <tr>
                      <td style={{ paddingBottom: '32px' }}>
                        <Brand />
                      </td>
                    </tr>
                    <tr>
                      <td className="margin" style={marginStyle}>
                        <h1 style={{ margin: '0 0 20px', font: `500 28px/1.2 ${serif}` }}>
                          {title}
                        </h1>
                        {children}
                      </td>
                    </tr>
                    <tr>
                      <td style={{ paddingTop: '40px' }}>
                        <Foot {...props} />
                      </td>
                    </tr>
                  </tbody>
                </table>
              </td>
            </tr>
          </tbody>
        </table>
      </body>
    </html>
  )
}

function Brand() {
  return (
    <p className="serif" style={{ margin: 0, font: `500 20px/1.2 ${serif}` }}>
      {mailMark !== '' && (
        <span className="link" style={{ color: accent }} aria-hidden="true">
          {mailMark}{' '}
        </span>
      )}
      {site.brand}
    </p>
  )
}

function Foot({ language, links, why }: MailLayoutProps) {
  const anchors = links.map(({ label, href }) => (
    <MailLink key={label} href={href}>
      {label}
    </MailLink>
  ))
  const gap = anchors.length > 0 ? [''] : []
  const lines = [why, ...anchors, ...gap].filter((line) => line !== undefined)
  return (
    <table {...plainTable} width="100%">
      <tbody>
        <tr>
          <td className="rule" style={{ paddingTop: '20px', borderTop: `1px solid ${rule}` }}>
            <SmallPrint>
              {lines.map((line, index) => (
                // Taller lines make the links easy to tap.
                <Fragment key={index}>
                  <span style={typeof line === 'string' ? {} : { lineHeight: '28px' }}>{line}</span>
                  <br />
                </Fragment>
              ))}
              <CompanyLine language={language} />
            </SmallPrint>
          </td>
        </tr>
      </tbody>
    </table>
  )
}

/** Breaks between facts, and within long ones, but not within a number such as "REA MI-0000000". */
function CompanyLine({ language }: { language: Language }) {
  return companyLines(language).map((fact, index) => (
    <Fragment key={fact}>
      {index > 0 && '\u00a0· '}
      <span style={fact.length <= 24 ? { whiteSpace: 'nowrap' } : {}}>{fact}</span>
    </Fragment>
  ))
}

// The light values of the site's palette: mail programs know no custom properties.
const paper = colour('paper').light
const ink = colour('ink').light
const rule = colour('rule').light
const accent = colour('accent').light

/** `mso-hide` is Outlook's `display: none`. */
const hiddenStyle = { display: 'none', maxHeight: 0, overflow: 'hidden', msoHide: 'all' }

const outerStyle = { tableLayout: 'fixed', background: paper } as const

const margin = { rule: 6, gap: 20 }
/** The widest that a picture can be, in pixels. */
export const contentWidth = width - margin.rule - margin.gap

const columnStyle = {
  // WebKit ignores `max-width: 100%` on a table in a cell.
  width: '100%',
  maxWidth: `${width}px`,
  tableLayout: 'fixed',
  textAlign: 'left',
  color: ink,
  font: `400 16px/1.6 ${sans}`,
  // A long link must not push a narrow screen wide. The old name, because Yahoo drops `overflow-wrap`.
  wordWrap: 'break-word',
  wordBreak: 'break-word',
} as const

/** The double margin line of a ledger, as on the site. */
const marginStyle = {
  paddingLeft: `${margin.gap}px`,
  borderLeft: `${margin.rule}px double ${colour('margin-rule').light}`,
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
