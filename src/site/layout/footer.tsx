import { companyFacts } from '#content/company-facts.ts'
import { site } from '#content/content.ts'
import { routes } from '#routes.ts'
import styles from './footer.module.css'
import { Ridge } from './ridge.tsx'

/** Stands on a ridge; where the page's picture ends in one, that ridge is the footer's. */
export function Footer({ year, hasHero }: { year: string; hasHero: boolean }) {
  const { social } = site
  return (
    <footer className={hasHero ? undefined : styles.footer}>
      {!hasHero && <Ridge />}
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
