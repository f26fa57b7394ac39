import { site } from '#content/content.ts'
import { routes } from '#routes.ts'
import styles from './header.module.css'
import { Logo } from './logo.tsx'
import { Menu } from './menu.tsx'

// A longer name would not fit beside the menu of a phone in the size of a logo.
const brandStyle = site.brand.length > 12 ? `${styles.brand} ${styles.long}` : styles.brand

export function Header({ path, floats }: { path: string; floats: boolean }) {
  return (
    <header className={floats ? `${styles.header} ${styles.floating}` : styles.header}>
      <div className={styles.bar}>
        <a className={brandStyle} href={routes.home} aria-label={`${site.brand}, home`}>
          <Logo />
          <span aria-hidden="true">{site.brand}</span>
        </a>
        <Menu path={path} />
      </div>
    </header>
  )
}
