import type { ReactNode } from 'react'
import { colour } from '#colours.ts'
import type { Language, Words } from '#language.ts'

export const serif = "Georgia, 'Times New Roman', serif"
export const sans = "system-ui, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif"

export function Paragraph({ children }: { children: ReactNode }) {
  return <p style={{ margin: '0 0 16px' }}>{children}</p>
}

/** Attributes of a table that only lays out. */
export const plainTable = {
  role: 'presentation',
  cellSpacing: 0,
  cellPadding: 0,
  border: 0,
} as const

/**
 * In Outlook the cell has the colour and the padding; elsewhere all of the link can be pressed. Thunderbird's dark mode
 * removes the dark colour of a link without a background of its own.
 */
export function ButtonLink({ href, children }: { href: string; children: ReactNode }) {
  const bgcolor = colour('accent-fill').light
  return (
    <table {...plainTable} style={{ margin: '24px 0', borderCollapse: 'separate' }}>
      <tbody>
        <tr>
          <td align="center" {...{ bgcolor }} style={buttonCell}>
            <a href={href} style={buttonStyle}>
              {children}
            </a>
          </td>
        </tr>
      </tbody>
    </table>
  )
}

const words = {
  en: { copy: 'Button not working? Copy this link:' },
  it: { copy: 'Il pulsante non funziona? Copia questo link:' },
} satisfies Words

interface MailButtonProps {
  language: Language
  href: string
  children: ReactNode
}

/** A button, and its address in full for those who would rather copy it. */
export function MailButton({ language, href, children }: MailButtonProps) {
  return (
    <>
      <ButtonLink href={href}>{children}</ButtonLink>
      <SmallPrint margin="0 0 24px">
        {words[language].copy}
        <br />
        <MailLink href={href}>{href}</MailLink>
      </SmallPrint>
    </>
  )
}

export function MailLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <a className="link" href={href} style={{ color: colour('accent').light }}>
      {children}
    </a>
  )
}

export function SmallPrint({ margin = '0', children }: { margin?: string; children: ReactNode }) {
  return (
    <p
      className="soft"
      style={{ margin, font: `400 13px/1.6 ${sans}`, color: colour('ink-soft').light }}
    >
      {children}
    </p>
  )
}

const buttonCell = {
  borderRadius: '999px',
  msoPaddingAlt: '14px 28px',
}

const buttonStyle = {
  display: 'inline-block',
  padding: '14px 28px',
  borderRadius: '999px',
  background: colour('accent-fill').light,
  color: colour('on-accent').light,
  font: `600 16px/1.4 ${sans}`,
  textDecoration: 'none',
}
