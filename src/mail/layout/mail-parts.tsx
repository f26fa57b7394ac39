import type { ReactNode } from 'react'
import { colour } from '#colours.ts'

export const serif = "Georgia, 'Times New Roman', serif"
export const sans = "system-ui, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif"

export function Paragraph({ children }: { children: ReactNode }) {
  return <p style={{ margin: '0 0 16px' }}>{children}</p>
}

/** A button, and its address in full for those who would rather copy it. */
export function MailButton({ href, children }: { href: string; children: ReactNode }) {
  return (
    <>
      <p style={{ margin: '24px 0' }}>
        <a href={href} style={buttonStyle}>
          {children}
        </a>
      </p>
      <SmallPrint margin="0 0 24px">
        Or copy this address into your browser:
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

const buttonStyle = {
  display: 'inline-block',
  padding: '14px 28px',
  borderRadius: '999px',
  background: colour('accent-fill').light,
  color: colour('on-accent').light,
  font: `600 16px/1.4 ${sans}`,
  textDecoration: 'none',
}
