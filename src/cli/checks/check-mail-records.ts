import { Resolver } from 'node:dns/promises'
import { domainOf } from '#mailbox.ts'
import { ok, warning, type Finding } from './finding.ts'

// There is no way to ask which selectors a domain has; these are those of the large providers.
const usualSelectors =
  'default dkim mail smtp google selector1 selector2 k1 k2 k3 s1 s2 pm mandrill fm1 fm2 fm3 resend brevo1 mlsend'.split(
    ' ',
  )

/** Without these records large mailbox providers take a newsletter for spam, or refuse it. */
export async function checkMailRecords({ sender }: { sender: string }): Promise<Finding[]> {
  const resolver = new Resolver({ timeout: 2000, tries: 1 })
  const domain = domainOf(sender)
  const spf = await lookUp(resolver, domain, /^v=spf1\b/i)
  if (spf === 'no-resolver') {
    const message = `no resolver answers, so the records of ${domain} are not known`
    return [warning('DNS', message, 'Run doctor where DNS works.')]
  }
  const dmarc = await lookUp(resolver, `_dmarc.${domain}`, /^v=DMARC1\b/i)
  const dkim = await Promise.all(
    usualSelectors.map((selector) =>
      lookUp(resolver, `${selector}._domainkey.${domain}`, /(?:^|;)\s*(?:v=DKIM1|p=)/i),
    ),
  )
  const has = `${domain} has a record`
  const hasNone = `${domain} has no record`
  return [
    spf === 'found'
      ? ok('SPF', has)
      : warning('SPF', hasNone, 'Add a TXT record "v=spf1 …" that names your mail server.'),
    dkim.includes('found')
      ? ok('DKIM', has)
      : warning(
          'DKIM',
          `${domain} has no key under the usual selectors`,
          'Ask your mail provider for the DKIM record, unless it uses a selector of its own.',
        ),
    dmarc === 'found'
      ? ok('DMARC', has)
      : warning(
          'DMARC',
          hasNone,
          `Add a TXT record at _dmarc.${domain}, to begin with "v=DMARC1; p=none".`,
        ),
  ]
}

async function lookUp(
  resolver: Resolver,
  name: string,
  pattern: RegExp,
): Promise<'found' | 'missing' | 'no-resolver'> {
  try {
    const records = await resolver.resolveTxt(name)
    return records.some((parts) => pattern.test(parts.join(''))) ? 'found' : 'missing'
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    return code === 'ENOTFOUND' || code === 'ENODATA' ? 'missing' : 'no-resolver'
  }
}
