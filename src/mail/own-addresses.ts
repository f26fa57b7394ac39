import type { Config } from '#config.ts'
import { site } from '#content/content.ts'

/** Who mail is from, and who gets what visitors write: the site's own address, unless the owner names others. */
export function ownAddresses({ mailFrom, contactTo }: Pick<Config, 'mailFrom' | 'contactTo'>) {
  return {
    from: mailFrom ?? `${site.brand} <${site.email}>`,
    contactTo: contactTo ?? site.email,
  }
}
