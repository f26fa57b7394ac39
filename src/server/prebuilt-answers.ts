import { routes } from '#routes.ts'
import type { SiteServer } from '#site/create-site.ts'
import type { Resource } from '#site/resource.ts'
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

/**
 * Pages and files, ready to send.
 * @param shared headers of every answer that has no other
 */
export function createPrebuiltAnswers(
  site: SiteServer,
  files: Map<string, Resource>,
  shared: Record<string, string>,
) {
  let pages = site.pages()
  let answers = answersWith(pages)

  /** Files and pages in one map: a second look costs more than all else that we do for a page. */
  function answersWith(shown: Map<string, Resource>) {
    const byPath = new Map<string, ReturnType<typeof answerWith>>()
    for (const [path, resource] of [...files, ...shown]) {
      byPath.set(path, answerWith(resource, shared))
    }
    byPath.delete(routes.notFound)
    return { byPath, notFound: answerWith(shown.get(routes.notFound)!, shared, 404) }
  }

  function current() {
    const shown = site.pages()
    if (shown !== pages) {
      pages = shown
      answers = answersWith(shown)
    }
    return answers
  }

  return {
    /** To a GET of a path; undefined where nothing is ready. */
    at: (path: string, asked: Asked) => current().byPath.get(path)?.(asked),
    notFound: (acceptEncoding: string | undefined) =>
      current().notFound({ acceptEncoding, ifNoneMatch: undefined }),
  }
}

/** Puts the headers of each encoding together when it is first asked for. */
function answerWith(resource: Resource, shared: Record<string, string>, status = 200) {
  const ready: Partial<Record<Encoding, ReturnType<typeof build>>> = {}

  function build(encoding: Encoding): { full: Answer; unchanged: Answer; etag: string } {
    const etag = `"${resource.etag}-${encoding}"`
    const known = { ...shared, ...resource.headers, ETag: etag, Vary: 'Accept-Encoding' }
    const bytes = resource[encoding]!
    const sent = {
      ...known,
      ...(encoding !== 'plain' && { 'Content-Encoding': encoding }),
      'Content-Length': String(bytes.length),
    }
    const full = { status, headers: Object.entries(sent).flat(), body: inOnePiece(bytes) }
    const unchanged = { status: 304, headers: Object.entries(known).flat(), body: undefined }
    return { full, unchanged, etag }
  }

  return ({ acceptEncoding = '', ifNoneMatch }: Asked): Answer => {
    const encoding = smallestFirst.find((one) => resource[one] && taken[one].test(acceptEncoding))
    const name = encoding ?? 'plain'
    const { full, unchanged, etag } = (ready[name] ??= build(name))
    return ifNoneMatch?.includes(etag) ? unchanged : full
  }
}

type Encoding = 'br' | 'gzip' | 'plain'

const smallestFirst = ['br', 'gzip'] as const

const taken = { br: namedIn('br'), gzip: namedIn('gzip') }

/** How a client says that it takes an encoding: it is named, and not with a weight of 0. */
function namedIn(encoding: string): RegExp {
  const notZero = String.raw`;\s*q=(?!0(?:\.0*)?\s*(?:$|,))`
  return new RegExp(String.raw`(?:^|,)\s*${encoding}\s*(?:$|,|${notZero})`, 'i')
}

const mostCopiedBytes = 64 * 1024

/** Copying a page along with its headers costs less than handing two pieces to the system. */
export function inOnePiece(bytes: Buffer): string | Buffer {
  return bytes.length > mostCopiedBytes ? bytes : bytes.toString('latin1')
}
