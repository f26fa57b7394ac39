import { drawLogo } from '#logo.ts'

const drawing = { __html: drawLogo({ ink: 'currentColor', accent: 'var(--accent)', weight: 2.5 }) }

export function Logo() {
  return (
    <svg
      width="32"
      height="32"
      viewBox="0 0 32 32"
      aria-hidden="true"
      dangerouslySetInnerHTML={drawing}
    />
  )
}
