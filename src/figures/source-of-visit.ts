/** Of the page that a form stood on: who linked to it is not in its address. */
const untagged = 'untagged'
const direct = 'direct'
/** What has no plain name, and what is one too many. */
export const other = 'other'

// Letters and digits, as people name campaigns and sites: an address of somebody's is none of these.
const plainName = /^[\p{L}\p{N}](?:[\p{L}\p{N} ._-]{0,58}[\p{L}\p{N}])?$/u

/** The address's own word, else the site that linked to it, else "direct". A step within the site is no visit. */
export function sourceOfVisit(
  query: string,
  referer: string | undefined,
  ownHosts: (string | undefined)[],
): string | undefined {
  const host = referer && /^https?:\/\/([^/?#]+)/.exec(referer)?.[1]
  if (host && ownHosts.includes(host)) return undefined
  const tag = query && tagIn(query)
  if (tag) return named(tag)
  return host ? named(host.replace(/:\d+$/, '').replace(/^www\./, '')) : direct
}

/** Of a form, by the address of its page, which the browser sends along. */
export function sourceOfPage(address: string | undefined): string {
  const query = address?.indexOf('?') ?? -1
  const tag = query < 0 ? undefined : tagIn(address!.slice(query))
  return tag ? named(tag) : untagged
}

function tagIn(query: string): string | undefined {
  const given = new URLSearchParams(query)
  return given.get('utm_source') || given.get('ref') || undefined
}

function named(text: string): string {
  const name = text.trim().toLowerCase().normalize()
  return plainName.test(name) ? name : other
}
