import { site } from '#content/content.ts'
import { routes } from '#routes.ts'
import styles from './footer.module.css'
import { Ridge } from './ridge.tsx'

export function Footer({ year }: { year: number }) {
  const { social } = site
  return (
    <footer className={styles.footer}>
      <Ridge />
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
              {social.label} <span aria-hidden="true">↗</span>
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

/** What Italian law wants a company to print on its site. */
function CompanyLine() {
  const { company } = site
  const facts = [
    `${company.name} ${company.legalForm}`,
    `Registered office: ${company.registeredOffice}`,
    `Company register of ${company.companyRegister}`,
    `REA ${company.reaNumber}`,
    `Share capital ${company.shareCapital}`,
    `VAT IT${company.vatNumber}`,
  ]
  return (
    <>
      <ul className={styles.facts}>
        {facts.map((fact) => (
          <li key={fact}>{fact}</li>
        ))}
      </ul>
      {company.pec !== undefined && (
        <p>
          <abbr title="posta elettronica certificata" lang="it">
            PEC
          </abbr>{' '}
          <a className={styles.mail} href={`mailto:${company.pec}`}>
            {company.pec}
          </a>
        </p>
      )}
    </>
  )
}
