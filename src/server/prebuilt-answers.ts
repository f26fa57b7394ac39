import { routes } from '#routes.ts'
import type { SitePage, SiteServer } from '#site/create-site.ts'
import type { EncodedBody } from '#site/encoded-body.ts'
import { faviconAsset } from '#site/root-files.ts'
import type { AssetFile } from './asset-files.ts'
import { acceptedEncodings, matchesEtag } from './negotiation.ts'
import { emptyPolicy } from './security-headers.ts'

/** What a request must say to get an answer that is ready. */
export interface Asked {
  acceptEncoding: string | undefined
  ifNoneMatch: string | undefined
}

export interface Answer {
  status: number
  /** Names and values by turns, as node:http takes them without looking twice. */
  headers: string[]
  /** A string holds a byte in each character: with its headers it leaves in one piece. */
  body: string | Buffer | undefined
}

export type PrebuiltAnswers = ReturnType<typeof createPrebuiltAnswers>

type Resource = (asked: Asked) => Answer

/**
 * Pages and files, ready to send.
 * @param shared headers that every answer carries
 */
export function createPrebuiltAnswers(
  site: SiteServer,
  assets: Map<string, AssetFile>,
  shared: Record<string, string>,
) {
  const files = new Map<string, Resource>()
  for (const [path, asset] of assets) files.set(path, fileAt(asset, 31_536_000, ', immutable'))
  const icon = assets.get(faviconAsset)
  if (icon) files.set(routes.favicon, fileAt(icon, 86_400))

  function fileAt({ body, contentType }: AssetFile, seconds: number, more = '') {
    return createResource(body, {
      ...shared,
      'Content-Security-Policy': emptyPolicy,
      'Content-Type': contentType,
      'Cache-Control': `public, max-age=${seconds}${more}`,
    })
  }

  // By the page itself: after New Year there are others.
  const pages = new WeakMap<SitePage, Resource>()
  function resourceOf(page: SitePage, status?: number): Resource {
    const known = pages.get(page)
    if (known) return known
    const headers = {
      ...shared,
      'Content-Type': 'text/html; charset=utf-8',
      'Cache-Control': 'no-cache',
      'Content-Security-Policy': page.contentSecurityPolicy,
      ...(page.unlisted ? { 'X-Robots-Tag': 'noindex' } : {}),
    }
    const made = createResource(page, headers, status)
    pages.set(page, made)
    return made
  }

  return {
    /** To a GET of a path; undefined where nothing is ready. */
    at(path: string, asked: Asked) {
      const file = files.get(path)
      if (file) return file(asked)
      const page = path === routes.notFound ? undefined : site.pageAt(path)
      return page && resourceOf(page)(asked)
    },
    notFound: (acceptEncoding: string | undefined) =>
      resourceOf(site.pageAt(routes.notFound)!, 404)({ acceptEncoding, ifNoneMatch: undefined }),
  }
}

const contentEncodings = { brotli: 'br', gzip: 'gzip', plain: undefined }

type Encoding = keyof typeof contentEncodings

const mostCopiedBytes = 64 * 1024

/** Copying a page along with its headers costs less than handing two pieces to the system. */
export function inOnePiece(bytes: Buffer): string | Buffer {
  return bytes.length > mostCopiedBytes ? bytes : bytes.toString('latin1')
}

/** Puts the headers of each encoding together when it is first asked for. */
function createResource(
  body: EncodedBody,
  headers: Record<string, string>,
  status = 200,
): Resource {
  const ready: Partial<Record<Encoding, { full: Answer; unchanged: Answer; etag: string }>> = {}

  function build(encoding: Encoding) {
    const etag = `"${body.etag}-${encoding}"`
    const known = { ...headers, ETag: etag, Vary: 'Accept-Encoding' }
    const bytes = body[encoding]!
    const contentEncoding = contentEncodings[encoding]
    const sent = {
      ...known,
      ...(contentEncoding && { 'Content-Encoding': contentEncoding }),
      'Content-Length': String(bytes.length),
    }
    const full = { status, headers: Object.entries(sent).flat(), body: inOnePiece(bytes) }
    const unchanged = { status: 304, headers: Object.entries(known).flat(), body: undefined }
    return { full, unchanged, etag }
  }

  return ({ acceptEncoding, ifNoneMatch }) => {
    const accepted = acceptedEncodings(acceptEncoding)
    const encoding = accepted.find((one) => body[one] !== undefined) ?? 'plain'
    const { full, unchanged, etag } = (ready[encoding] ??= build(encoding))
    if (ifNoneMatch === undefined || status !== 200) return full
    return matchesEtag(ifNoneMatch, etag) ? unchanged : full
  }
}
