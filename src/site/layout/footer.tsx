import { companyFacts } from '#content/company-facts.ts'
import { pitch, site } from '#content/content.ts'
import { ownNames, type Language, type Words } from '#language.ts'
import { localPath, routes } from '#routes.ts'
import type { Page } from '../page.ts'
import styles from './footer.module.css'
import ridgeStyles from './ridge.module.css'

const words = {
  en: {
    inquiries: 'For inquiries:',
    legal: 'Legal',
    terms: 'Terms & Conditions',
    privacy: 'Privacy Policy',
    follow: 'Follow us',
    newTab: '(opens in a new tab)',
    rights: 'All rights reserved.',
  },
  it: {
    inquiries: 'Per informazioni:',
    legal: 'Note legali',
    terms: 'Termini e condizioni',
    privacy: 'Informativa sulla privacy',
    follow: 'Seguici',
    newTab: '(si apre in una nuova scheda)',
    rights: 'Tutti i diritti riservati.',
  },
} satisfies Words

/** Drawn below a ridge, unless the page's picture ends in one. */
export function Footer({ page, year }: { page: Page; year: string }) {
  const { language, hasHero, endsInPicture = hasHero } = page
  const { social } = site
  const text = words[language]
  return (
    <footer className={endsInPicture ? undefined : styles.footer}>
      {!endsInPicture && <Ridge />}
      <div className={styles.ground}>
        <div className={styles.columns}>
          <div>
            <p className={styles.tagline}>{pitch.tagline[language]}</p>
            <p>
              {text.inquiries}{' '}
              <a className={styles.mail} href={`mailto:${site.email}`}>
                {site.email}
              </a>
            </p>
          </div>
          <nav aria-labelledby="legal-links">
            <h2 className={styles.groupTitle} id="legal-links">
              {text.legal}
            </h2>
            <ul>
              <li>
                <a href={localPath(language, routes.terms)}>{text.terms}</a>
              </li>
              <li>
                <a href={localPath(language, routes.privacy)}>{text.privacy}</a>
              </li>
            </ul>
          </nav>
          <div>
            <h2 className={styles.groupTitle}>{text.follow}</h2>
            <a
              className={styles.social}
              href={social.url}
              target="_blank"
              rel="noopener"
              aria-label={`${social.label} ${text.newTab}`}
            >
              <span className="words">{social.label}</span> ↗
            </a>
          </div>
        </div>
        <div className={styles.small}>
          <LanguageLinks page={page} />
          <p>
            © {year} {site.brand}. {text.rights}
          </p>
          <CompanyLine language={language} />
        </div>
      </div>
    </footer>
  )
}

/** To the same page in the other languages. A page that belongs to one link in a mail has no other. */
function LanguageLinks({ page }: { page: Page }) {
  const { route, languages = site.languages } = page
  if (route === '') return null
  const isThere = (language: Language) => route !== routes.notFound && languages.includes(language)
  return site.languages
    .filter((language) => language !== page.language)
    .map((language) => (
      <p className={styles.language} key={language}>
        <a
          href={localPath(language, isThere(language) ? route : routes.home)}
          hrefLang={language}
          lang={language}
        >
          {ownNames[language]}
        </a>
      </p>
    ))
}

function CompanyLine({ language }: { language: Language }) {
  const { pec } = site.company
  return (
    <>
      <ul className={styles.facts}>
        {companyFacts(language).map((fact) => (
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
