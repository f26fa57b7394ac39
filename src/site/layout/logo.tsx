/** Three ruled rows; the last one rises into a tick. */
export function Logo() {
  return (
    <svg width="32" height="32" viewBox="0 0 32 32" fill="none" aria-hidden="true">
      <g stroke="currentColor" strokeWidth="2.5" strokeLinecap="round" strokeLinejoin="round">
        <path d="M4 9h11" opacity="0.55" />
        <path d="M4 16h7" opacity="0.8" />
        <path d="M4 23h5l6 5L28 7" />
      </g>
    </svg>
  )
}
