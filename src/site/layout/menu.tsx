import { routes } from '#routes.ts'
import styles from './menu.module.css'

const links = [
  { href: routes.home, label: 'Home' },
  { href: routes.about, label: 'About Us' },
  { href: routes.contact, label: 'Contact' },
]

/** A row of links; on a phone a popover, which Escape and a tap outside close by themselves. */
export function Menu({ path }: { path: string }) {
  return (
    <>
      <button className={styles.button} type="button" popoverTarget="menu">
        <span className={styles.icon} aria-hidden="true" />
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
    </>
  )
}

/**
 * Closes it when the keyboard goes on to the page behind, when the page is left (Back would find it open),
 * and when a phone is turned so wide that it is a row of links. `menu` is the element: browsers know it by its id.
 */
export const menuScript =
  "{let h=()=>menu.hidePopover?.();addEventListener('pagehide',h);matchMedia('(min-width:48em)').onchange=h;addEventListener('focusin',e=>e.target.closest?.('header')||h())}"
