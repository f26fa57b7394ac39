import { site } from '#content/content.ts'
import { routes } from '#routes.ts'
import styles from './footer.module.css'

export function Footer({ year }: { year: number }) {
  const { company, social } = site
  return (
    <footer className={styles.footer}>
      <div className={styles.columns}>
        <div>
          <p className={styles.tagline}>ESG reporting at your fingertips.</p>
          <p>
            For inquiries: <a href={`mailto:${site.email}`}>{site.email}</a>
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
        <p className={styles.social}>
          <a href={social.url} target="_blank" rel="noopener">
            {social.label}
            <span className="visually-hidden"> (opens in a new tab)</span>
          </a>
        </p>
      </div>
      <div className={styles.small}>
        <p>
          © {year} {site.brand}. All rights reserved.
        </p>
        <p>
          {company.name} {company.legalForm} · Registered office: {company.registeredOffice} ·
          Company register of {company.companyRegister} · REA {company.reaNumber} · Share capital{' '}
          {company.shareCapital} · VAT IT{company.vatNumber}
          {company.pec !== undefined && (
            <>
              {' '}
              · <abbr title="Certified e-mail (posta elettronica certificata)">PEC</abbr>{' '}
              <a href={`mailto:${company.pec}`}>{company.pec}</a>
            </>
          )}
        </p>
      </div>
    </footer>
  )
}
