import type { Db } from '#database/schema.ts'
import { otherDomains, type FunnelStep } from '#mail/funnel-steps.ts'

/** With fewer signups, a difference may be chance. */
const minAsked = 20
const maxWarnings = 3

export type DomainFunnel = Awaited<ReturnType<typeof readFunnel>>[number]

/**
 * The steps from the form to the list, by mail domain, most signups first.
 * @param days oldest first
 */
export async function readFunnel(db: Db, days: { day: string }[]) {
  const rows = await db
    .selectFrom('funnel')
    .select(['domain', 'step', 'count'])
    .where('day', '>=', days[0]!.day)
    .where('day', '<=', days.at(-1)!.day)
    .orderBy('domain')
    .execute()
  const byDomain = Map.groupBy(rows, ({ domain }) => domain)
  return Array.from(byDomain, ([domain, some]) => ({ domain, ...sumSteps(some) })).toSorted(
    (a, b) => b.asked - a.asked,
  )
}

function sumSteps(rows: { step: FunnelStep; count: number }[]) {
  const sums = { asked: 0, accepted: 0, refused: 0, opened: 0, confirmed: 0 }
  for (const { step, count } of rows) sums[step] += count
  return { ...sums, confirmationRate: confirmationRate(sums) }
}

/** Confirmed signups of all signups, 0 to 1; null without signups. */
function confirmationRate({
  asked,
  confirmed,
}: {
  asked: number
  confirmed: number
}): number | null {
  return asked === 0 ? null : confirmed / asked
}

export function funnelTotal(funnel: DomainFunnel[]): Record<FunnelStep, number> {
  const steps: FunnelStep[] = ['asked', 'accepted', 'refused', 'opened', 'confirmed']
  return sumSteps(funnel.flatMap((one) => steps.map((step) => ({ step, count: one[step] }))))
}

/** A sentence for each domain that confirms less than half as often as all others. */
export function funnelWarnings(funnel: DomainFunnel[]): string[] {
  const all = funnelTotal(funnel)
  return funnel
    .flatMap((one) => {
      const { domain, asked, confirmed } = one
      const others = { asked: all.asked - asked, confirmed: all.confirmed - confirmed }
      if (domain === otherDomains || Math.min(asked, others.asked) < minAsked) return []
      const usual = confirmationRate(others)!
      if (confirmationRate(one)! >= usual / 2) return []
      const percent = Math.round(usual * 100)
      return `${domain}: ${confirmed} of ${asked} signups confirmed (elsewhere ${percent}%). Check DKIM.`
    })
    .slice(0, maxWarnings)
}
