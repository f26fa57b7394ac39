import { Resolver } from 'node:dns/promises'
import { countRows } from '#database/read-rows.ts'
import type { Db } from '#database/schema.ts'
import { countStuckSubmissions, stuckSentence } from '#intake/submissions.ts'
import { isLoopback } from '#loopback.ts'
import { domainOf } from '#email-address.ts'
import { readPauses } from '#mail/mail-pause.ts'
import { isMailStuck, readOutboxState, secondsWaited } from '#mail/outbox.ts'
import { checkSmtp } from '#mail/smtp.ts'
import { listSuppressions } from '#mail/suppressions.ts'
import { duration } from './printable.ts'
import { failure, ok, warning, type Finding } from './finding.ts'

export async function checkMailServer(smtpUrl: string | undefined): Promise<Finding> {
  const subject = 'Mail server'
  if (smtpUrl === undefined) {
    const advice = 'Set it to smtps://user:password@host (or smtp://…:587).'
    return failure(subject, 'SMTP_URL is not set: mail waits in the outbox', advice)
  }
  const { host, username, searchParams } = new URL(smtpUrl)
  const check = await checkSmtp(smtpUrl)
  if (check.kind === 'authentication') {
    const advice = 'Check the user and the password in SMTP_URL.'
    return failure(subject, `${host} rejects the login: ${check.reason}`, advice)
  }
  if (check.kind !== 'sent') {
    const advice = 'Check the host and port in SMTP_URL, and that no firewall blocks them.'
    return failure(subject, `${host} cannot be reached: ${check.reason}`, advice)
  }
  if (username !== '' && searchParams.get('requireTLS') === 'false') {
    const message = `${host} may get the password in clear text: SMTP_URL has requireTLS=false`
    const advice =
      'Remove requireTLS=false from SMTP_URL, unless the server is on your own network.'
    return warning(subject, message, advice)
  }
  if (username === '' && !isLoopback(smtpUrl)) {
    const advice = 'Most servers need one: smtps://user:password@host.'
    return warning(subject, `${host} is reachable, but SMTP_URL has no user`, advice)
  }
  return ok(subject, `${host} is reachable${username ? ' and accepts the login' : ''}`)
}

// DNS can't list the selectors of a domain: try those of the large providers.
const usualSelectors =
  'default dkim mail smtp google selector1 selector2 k1 k2 k3 s1 s2 pm mandrill fm1 fm2 fm3 resend brevo1 mlsend'

/** Without these records, large mailbox providers treat a newsletter as spam or reject it. */
export async function checkMailRecords(
  { sender }: { sender: string },
  resolver = new Resolver({ timeout: 2000, tries: 1 }),
): Promise<Finding[]> {
  const domain = domainOf(sender)
  const findings = mailRecords(domain).map(
    async ({ subject, names, pattern, advice, what = 'record' }) => {
      const found = await Promise.all(names.map((name) => lookUp(resolver, name, pattern)))
      if (found.includes('found')) return ok(subject, `${domain} has a record`)
      if (!found.includes('unknown')) return warning(subject, `${domain} has no ${what}`, advice)
      const message = `DNS does not answer, so we can't tell whether ${domain} has a ${what}`
      return warning(subject, message, 'Run doctor again later, or on another machine.')
    },
  )
  return await Promise.all(findings)
}

const mailRecords = (domain: string) => [
  {
    subject: 'SPF',
    names: [domain],
    pattern: /^v=spf1\b/i,
    advice: 'Add a TXT record "v=spf1 …" that names your mail provider.',
  },
  {
    subject: 'DKIM',
    names: usualSelectors.split(' ').map((selector) => `${selector}._domainkey.${domain}`),
    pattern: /(?:^|;)\s*(?:v=DKIM1|p=)/i,
    what: 'key under the usual selectors',
    advice: 'Ask your mail provider for the DKIM record, unless it uses a selector of its own.',
  },
  {
    subject: 'DMARC',
    names: [`_dmarc.${domain}`],
    pattern: /^v=DMARC1\b/i,
    advice: `Add a TXT record at _dmarc.${domain}: start with "v=DMARC1; p=none".`,
  },
]

async function lookUp(resolver: Resolver, name: string, pattern: RegExp) {
  try {
    const records = await resolver.resolveTxt(name)
    return records.some((parts) => pattern.test(parts.join(''))) ? 'found' : 'missing'
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    return code === 'ENOTFOUND' || code === 'ENODATA' ? 'missing' : 'unknown'
  }
}

export async function* checkInbox(db: Db): AsyncGenerator<Finding> {
  const stuck = await countStuckSubmissions(db)
  if (stuck === 0) return
  const advice = 'The log says why: look for "submission not processed". They are retried.'
  yield failure('Inbox', stuckSentence(stuck), advice)
}

/** Queued mail, failed mail and suppressed addresses. */
export async function* checkOutbox(db: Db, now: Date): AsyncGenerator<Finding> {
  const state = await readOutboxState(db)
  const { waiting, oldestAt, failed } = state
  const subject = 'Outbox'
  const pause = (await readPauses(db)).find((one) => one.isInForce(now))
  const waited = duration(secondsWaited(oldestAt, now))
  const oldest = oldestAt === null ? 'all of them letters' : `the oldest for ${waited}`
  const message = waiting === 0 ? 'nothing waiting' : `${waiting} waiting, ${oldest}`
  if (pause) {
    const paused = pause.holdsAll ? 'all mail' : pause.cause
    const advice = 'Look at `mail list`, fix the cause, then run `mail resume`.'
    yield warning(subject, `${paused} is paused, ${waiting} waiting: ${pause.reason}`, advice)
  } else if (!isMailStuck(state, now)) yield ok(subject, message)
  else yield warning(subject, message, '`mail list` shows why.')
  if (failed > 0) {
    const advice = '`mail list --status failed` shows why, `mail retry` sends it again.'
    yield warning('Failed mail', `${failed} could not be delivered`, advice)
  }
  const suppressed = await countRows(listSuppressions(db))
  if (suppressed > 0) {
    const who = suppressed === 1 ? 'address gets' : 'addresses get'
    const advice = '`suppressions list` shows them, `suppressions remove` allows mail again.'
    yield ok('Suppressions', `${suppressed} ${who} no mail`, advice)
  }
}
