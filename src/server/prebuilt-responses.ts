import type { IncomingHttpHeaders } from 'node:http'
import { allLanguages } from '#language.ts'
import { localPath, routes } from '#routes.ts'
import type { SiteServer } from '#site/create-site.ts'
import type { Resource } from '#site/resource.ts'

type RequestHeaders = Pick<IncomingHttpHeaders, 'accept-encoding' | 'if-none-match'>

export interface PrebuiltResponse {
  status: number
  /** Names and values alternate: node:http writes this form fastest. */
  headers: string[]
  /** A latin1 string holds bytes too, and node:http sends it in one write with the headers. */
  body: string | Buffer | undefined
}

// Requests for /404 itself also get status 404: see app.ts.
const notFoundPaths = new Set(allLanguages.map((language) => localPath(language, routes.notFound)))

/**
 * Responses for pages and files, kept in memory.
 * @param shared default headers
 */
export function createPrebuiltResponses(
  site: SiteServer,
  files: Map<string, Resource>,
  shared: Record<string, string>,
) {
  const responders = new WeakMap<Resource, ReturnType<typeof createResponder>>()

  return (path: string, headers: RequestHeaders) => {
    const resource = site.find(path) ?? files.get(path)
    if (!resource || notFoundPaths.has(path)) return undefined
    const respond = responders.getOrInsertComputed(resource, () =>
      createResponder(resource, shared),
    )
    return respond(headers)
  }
}

function createResponder(resource: Resource, shared: Record<string, string>) {
  const ready: Partial<Record<Encoding, ReturnType<typeof build>>> = {}

  function build(encoding: Encoding): {
    full: PrebuiltResponse
    unchanged: PrebuiltResponse
    etag: string
  } {
    const etag = `"${resource.etag}-${encoding}"`
    const known = { ...shared, ...resource.headers, ETag: etag, Vary: 'Accept-Encoding' }
    const bytes = resource[encoding]!
    const sent = { ...known, ...encodingHeaders(encoding, bytes) }
    const full = { status: 200, headers: Object.entries(sent).flat(), body: toBody(bytes) }
    const unchanged = { status: 304, headers: Object.entries(known).flat(), body: undefined }
    return { full, unchanged, etag }
  }

  return (headers: RequestHeaders): PrebuiltResponse => {
    const encoding = encodingFor(resource, headers['accept-encoding'])
    const { full, unchanged, etag } = (ready[encoding] ??= build(encoding))
    return headers['if-none-match']?.includes(etag) ? unchanged : full
  }
}

type Encoding = 'br' | 'gzip' | 'plain'

/** The smallest encoding that the client accepts. */
export function encodingFor(resource: Resource, acceptEncoding = ''): Encoding {
  if (resource.br && accepted.br.test(acceptEncoding)) return 'br'
  return resource.gzip && accepted.gzip.test(acceptEncoding) ? 'gzip' : 'plain'
}

export function encodingHeaders(encoding: Encoding, { length }: Buffer): Record<string, string> {
  const lengthAndVary = { 'Content-Length': String(length), Vary: 'Accept-Encoding' }
  return encoding === 'plain' ? lengthAndVary : { ...lengthAndVary, 'Content-Encoding': encoding }
}

const accepted = { br: namedIn('br'), gzip: namedIn('gzip') }

/** Matches an Accept-Encoding that names the encoding, unless its weight is 0. */
function namedIn(encoding: string): RegExp {
  const notZero = String.raw`;\s*q=(?!0(?:\.0*)?\s*(?:$|,))`
  return new RegExp(String.raw`(?:^|,)\s*${encoding}\s*(?:$|,|${notZero})`, 'i')
}

const maxCopiedBytes = 64 * 1024

/** Strings serve a page about 15 % faster than buffers; larger files are not worth the copy. */
function toBody(bytes: Buffer): string | Buffer {
  return bytes.length > maxCopiedBytes ? bytes : bytes.toString('latin1')
}
