import { settingsByName, type Config } from '#config.ts'
import { site } from '#content/content.ts'
import type { Db } from '#database/schema.ts'
import { readServerSettings } from '#database/server-settings.ts'
import { domainOf } from '#email-address.ts'
import type { DueAt } from '#letters/stored-letters.ts'
import { isLoopback } from '#loopback.ts'
import { ownAddresses } from '#mail/mail-headers.ts'
import { failure, note, ok, okIf, warning, type Finding } from './finding.ts'
import { zonedInstant } from './printable.ts'

/** The address that visitors use, and the proxy in front: this server itself has no https. */
export function checkPublicUrl({ publicUrl, trustedProxies }: Config): Finding[] {
  const subject = 'PUBLIC_URL'
  if (isLoopback(publicUrl)) {
    const advice = 'Set it to the address that visitors use: links in mail point there.'
    return [failure(subject, `${publicUrl} is this machine`, advice)]
  }
  if (!publicUrl.startsWith('https:')) {
    const advice = 'Serve the site over https and set PUBLIC_URL accordingly.'
    return [failure(subject, `${publicUrl} is not https`, advice)]
  }
  const advice =
    'https needs a proxy: set TRUST_PROXY=1. Otherwise all visitors share one rate limit.'
  const proxies = okIf(trustedProxies > 0, 'TRUST_PROXY', `is ${trustedProxies}`, advice)
  return [ok(subject, publicUrl), proxies]
}

/** Settings that were pasted from the documentation. */
export function checkExampleDomains(
  config: Pick<Config, 'publicUrl' | 'mailFrom' | 'contactTo'>,
): Finding {
  const { from, contactTo } = ownAddresses(config)
  const domains = {
    PUBLIC_URL: new URL(config.publicUrl).hostname,
    MAIL_FROM: domainOf(from),
    CONTACT_TO: domainOf(contactTo),
  }
  const found = Object.entries(domains).filter(([, domain]) => isExampleDomain(domain))
  if (found.length === 0) return ok('Addresses', 'no example domains in use')
  const places = found.map(([name, domain]) => `${name}: ${domain}`)
  const message = `example domains, which nobody can own\n${places.join('\n')}`
  return failure('Addresses', message, 'Set them to your own domain.')
}

/** Whether nobody can own the domain, so that mail to it is lost (RFC 2606 and 6761). */
function isExampleDomain(domain: string): boolean {
  return /(?:^|\.)(?:example(?:\.com|\.net|\.org)?|test|invalid)$/i.test(domain)
}

/** A letter is written with these: it would not be what was previewed. */
const inLetters = ['PUBLIC_URL', 'MAIL_FROM']

/**
 * Until it is restarted, a running site uses its old settings, and an open console those of its own release.
 * @param dueAt of a letter that is to be sent
 */
export async function checkServerSettings(
  db: Db,
  { config, secret }: { config: Config; secret: string },
  dueAt?: DueAt,
): Promise<Finding> {
  const subject = 'Running site'
  const running = await readServerSettings(db)
  if (!running) return note(subject, 'has not been started with this database yet')
  const { launched } = site
  const own = settingsByName(config, { ...ownAddresses(config), secret, launched })
  const names = Object.keys(running.settings).filter((name) => name in own)
  const different = names.filter((name) => running.settings[name] !== own[name])
  if (different.length === 0) {
    return ok(subject, `has the same settings, started ${zonedInstant(running.startedAt)}`)
  }
  const shown = (value: string | undefined) => value || '(not set)'
  const uses = different.map(
    (name) => `${name} ${shown(running.settings[name])}, not ${shown(own[name])}`,
  )
  const advice =
    'Restart the site, or start the console or command again with the release and settings of the site.'
  const needed = dueAt === 'launch' ? [...inLetters, 'launched'] : inLetters
  const report = different.some((name) => needed.includes(name)) ? failure : warning
  return report(subject, `uses ${uses.join('\nand ')}`, advice)
}
