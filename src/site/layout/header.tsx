import { site } from '#content/content.ts'
import { routes } from '#routes.ts'
import styles from './header.module.css'
import { Logo } from './logo.tsx'

const links = [
  { href: routes.home, label: 'Home' },
  { href: routes.about, label: 'About Us' },
  { href: routes.contact, label: 'Contact' },
]

export function Header({ path, floats }: { path: string; floats: boolean }) {
  return (
    <header className={floats ? `${styles.header} ${styles.floating}` : styles.header}>
      <div className={styles.bar}>
        <a className={styles.brand} href={routes.home} aria-label={`${site.brand}, home`}>
          <Logo />
          <span aria-hidden="true">{site.brand}</span>
        </a>
        {/* A popover opens, closes by Escape and by a tap outside, all without JavaScript. */}
        <button className={styles.menuButton} type="button" popoverTarget="menu">
          <span className={styles.menuIcon} aria-hidden="true" />
          Menu
        </button>
        <nav className={styles.nav} id="menu" popover="auto" aria-label="Main">
          <ul>
            {links.map(({ href, label }) => (
              <li key={href}>
                <a href={href} aria-current={href === path ? 'page' : undefined}>
                  {label}
                </a>
              </li>
            ))}
          </ul>
        </nav>
      </div>
    </header>
  )
}
