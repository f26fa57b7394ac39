import { parseAccept } from 'hono/utils/accept'
import { routes } from '#routes.ts'
import type { SitePage, SiteServer } from '#site/create-site.ts'
import type { EncodedBody } from '#site/encoded-body.ts'
import { faviconAsset } from '#site/root-files.ts'
import type { AssetFile } from './asset-files.ts'
import type { readRequestHeaders } from './read-request-headers.ts'

/** What a request must say to get an answer that is ready. */
type Asked = Pick<ReturnType<typeof readRequestHeaders>, 'acceptEncoding' | 'ifNoneMatch'>

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
 * @param shared headers of every answer that has no other
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
  let pages = site.pages()
  let resources = resourcesWith(pages)

  function fileAt({ body, contentType }: AssetFile, seconds: number, more = '') {
    return createResource(body, {
      ...shared,
      'Content-Type': contentType,
      'Cache-Control': `public, max-age=${seconds}${more}`,
    })
  }

  function pageAs(status: number, page: SitePage) {
    const headers = {
      ...shared,
      'Content-Type': 'text/html; charset=utf-8',
      'Cache-Control': 'no-cache',
      'Content-Security-Policy': page.contentSecurityPolicy,
      ...(page.unlisted ? { 'X-Robots-Tag': 'noindex' } : {}),
    }
    return createResource(page, headers, status)
  }

  /** Files and pages in one map: a second look costs more than all else that we do for a page. */
  function resourcesWith(shown: Map<string, SitePage>) {
    const byPath = new Map<string, Resource>(files)
    for (const [path, page] of shown) byPath.set(path, pageAs(200, page))
    const notFound = pageAs(404, shown.get(routes.notFound)!)
    byPath.delete(routes.notFound)
    return { byPath, notFound }
  }

  function current() {
    const shown = site.pages()
    if (shown !== pages) {
      pages = shown
      resources = resourcesWith(shown)
    }
    return resources
  }

  return {
    /** To a GET of a path; undefined where nothing is ready. */
    at: (path: string, asked: Asked) => current().byPath.get(path)?.(asked),
    notFound: (acceptEncoding: string | undefined) =>
      current().notFound({ acceptEncoding, ifNoneMatch: undefined }),
  }
}

const contentEncodings = { brotli: 'br', gzip: 'gzip', plain: undefined }

type Encoding = keyof typeof contentEncodings

let last = { header: '', accepted: [] as Encoding[] }

/** The encodings that a client takes, the smallest first. Most ask as the one before did. */
function acceptedEncodings(header = ''): Encoding[] {
  if (header === last.header) return last.accepted
  const wanted = parseAccept(header.toLowerCase()).filter(({ q }) => q > 0)
  const names = new Set(wanted.map(({ type }) => type))
  const accepted = (['brotli', 'gzip'] as const).filter((name) => names.has(contentEncodings[name]))
  last = { header, accepted }
  return accepted
}

function matchesEtag(ifNoneMatch: string, etag: string): boolean {
  return ifNoneMatch.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag)
}

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
  const ready: Partial<Record<Encoding, ReturnType<typeof build>>> = {}

  function build(encoding: Encoding): { full: Answer; unchanged: Answer; etag: string } {
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
