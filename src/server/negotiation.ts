const best = ['brotli', 'gzip'] as const
const names = { brotli: 'br', gzip: 'gzip' }

// Browsers send a handful of values; the bound is for those who invent more.
const mostKnown = 100
const known = new Map<string, (typeof best)[number][]>()

/** The encodings that a client takes, the smallest first. */
export function acceptedEncodings(header: string | undefined): (typeof best)[number][] {
  if (header === undefined) return []
  const earlier = known.get(header)
  if (earlier) return earlier
  const taken = new Set<string>()
  for (const part of header.toLowerCase().split(',')) {
    const [name = '', ...parameters] = part.split(';').map((piece) => piece.trim())
    if (!parameters.some((parameter) => /^q=0(?:\.0*)?$/.test(parameter))) taken.add(name)
  }
  const found = best.filter((encoding) => taken.has(names[encoding]))
  if (known.size < mostKnown) known.set(header, found)
  return found
}

export function matchesEtag(ifNoneMatch: string, etag: string): boolean {
  return ifNoneMatch.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag)
}
