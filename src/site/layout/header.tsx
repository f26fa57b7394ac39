import { site } from '#content/content.ts'
import type { Words } from '#language.ts'
import { drawLogo } from '#logo.ts'
import { localPath, routes } from '#routes.ts'
import type { Page } from '../page.ts'
import styles from './header.module.css'
import menuStyles from './menu.module.css'

// On a phone a longer name does not fit beside the menu at the logo's size.
const brandStyle = site.brand.length > 12 ? `${styles.brand} ${styles.long}` : styles.brand

export function Header({ page }: { page: Page }) {
  return (
    <header className={page.hasHero ? `${styles.header} ${styles.floating}` : styles.header}>
      <div className={styles.bar}>
        <a
          className={brandStyle}
          href={localPath(page.language, routes.home)}
          aria-label={`${site.brand}, home`}
        >
          <Logo />
          <span aria-hidden="true">{site.brand}</span>
        </a>
        <Menu page={page} />
      </div>
    </header>
  )
}

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

const words = {
  en: { home: 'Home', about: 'About Us', contact: 'Contact', menu: 'Menu', main: 'Main' },
  it: {
    home: 'Home',
    about: 'Chi siamo',
    contact: 'Contatti',
    menu: 'Menu',
    main: 'Menu principale',
  },
} satisfies Words

const linked = ['home', 'about', 'contact'] as const

/** A row of links; on a phone a popover, which the browser closes on Escape and on a tap outside. */
function Menu({ page }: { page: Page }) {
  const text = words[page.language]
  return (
    <>
      <button className={menuStyles.button} type="button" popoverTarget="menu">
        <span className={menuStyles.icon} aria-hidden="true" />
        {text.menu}
      </button>
      <nav className={menuStyles.nav} id="menu" popover="auto" aria-label={text.main}>
        <ul>
          {linked.map((name) => (
            <li key={name}>
              <a
                href={localPath(page.language, routes[name])}
                aria-current={routes[name] === page.route ? 'page' : undefined}
              >
                {text[name]}
              </a>
            </li>
          ))}
        </ul>
      </nav>
    </>
  )
}

/**
 * Closes the menu when the focus leaves the header, at a tap outside (iOS 17.0 to 18.2 doesn't), when the page is left
 * (Back would show it open) and when a phone is turned so wide that the links fit in a row. `menu` is the element with that id.
 */
export const menuScript =
  "{let h=()=>menu.hidePopover?.();addEventListener('pagehide',h);matchMedia('(min-width:48em)').onchange=h;for(let n of['focusin','pointerdown'])addEventListener(n,e=>e.target.closest?.('header')||h())}"
