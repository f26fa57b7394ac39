import { companyFacts } from '#content/company-facts.ts'
import { site } from '#content/content.ts'
import { routes } from '#routes.ts'
import styles from './footer.module.css'
import ridgeStyles from './ridge.module.css'

/** Drawn below a ridge, unless the page's picture ends in one. */
export function Footer({ year, endsPicture }: { year: string; endsPicture: boolean }) {
  const { social } = site
  return (
    <footer className={endsPicture ? undefined : styles.footer}>
      {!endsPicture && <Ridge />}
      <div className={styles.ground}>
        <div className={styles.columns}>
          <div>
            <p className={styles.tagline}>ESG reporting at your fingertips.</p>
            <p>
              For inquiries:{' '}
              <a className={styles.mail} href={`mailto:${site.email}`}>
                {site.email}
              </a>
            </p>
          </div>
          <nav aria-labelledby="legal-links">
            <h2 className={styles.groupTitle} id="legal-links">
              Legal
            </h2>
            <ul>
              <li>
                <a href={routes.terms}>Terms & Conditions</a>
              </li>
              <li>
                <a href={routes.privacy}>Privacy Policy</a>
              </li>
            </ul>
          </nav>
          <div>
            <h2 className={styles.groupTitle}>Follow us</h2>
            <a className={styles.social} href={social.url} target="_blank" rel="noopener">
              <span className="words">{social.label}</span> <span aria-hidden="true">↗</span>
              <span className="visually-hidden">(opens in a new tab)</span>
            </a>
          </div>
        </div>
        <div className={styles.small}>
          <p>
            © {year} {site.brand}. All rights reserved.
          </p>
          <CompanyLine />
        </div>
      </div>
    </footer>
  )
}

function CompanyLine() {
  const { pec } = site.company
  return (
    <>
      <ul className={styles.facts}>
        {companyFacts().map((fact) => (
          <li key={fact}>{fact}</li>
        ))}
      </ul>
      {pec !== undefined && (
        <p>
          <abbr title="posta elettronica certificata" lang="it">
            PEC
          </abbr>{' '}
          <a className={styles.mail} href={`mailto:${pec}`}>
            {pec}
          </a>
        </p>
      )}
    </>
  )
}

const width = 1600
const height = 160
const rows = 7
const steps = 16

/** The picture's near hills as the footer's top edge. */
function Ridge() {
  return (
    <svg
      className={ridgeStyles.ridge}
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      <path className={ridgeStyles.ground} d={`${contour(0)}V${height}H0Z`} />
      <path className={ridgeStyles.lines} d={contours} />
    </svg>
  )
}

const contours = Array.from({ length: rows }, (_, row) => contour(row + 1)).join('')

/** Row by row the hills flatten into the ruled lines of a form. */
function contour(row: number): string {
  const points = Array.from({ length: steps + 1 }, (_, index) => {
    const x = index / steps
    const rise = 1 - row / (rows + 2)
    const hills = bump(x, 0.24, 0.15) * 62 + bump(x, 0.62, 0.11) * 34 + bump(x, 0.95, 0.16) * 96
    return [x * width, Math.round(118 - hills * rise + row * 5.5)] as const
  })
  // Quadratic curves through the midpoints, with the points as controls.
  const curves = points.slice(1).map(([x, y], index) => {
    const [beforeX, beforeY] = points[index]!
    return `Q${beforeX} ${beforeY} ${(beforeX + x) / 2} ${(beforeY + y) / 2}`
  })
  return `M${points[0]!.join(' ')}${curves.join('')}L${points[steps]!.join(' ')}`
}

function bump(x: number, at: number, spread: number): number {
  return Math.exp(-(((x - at) / spread) ** 2))
}
