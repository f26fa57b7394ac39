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
    const resources = new Map([...files, ...shown])
    // Whoever asks for it by its name gets it as all that is not there: see app.ts.
    resources.delete(routes.notFound)
    return new Map(Array.from(resources, ([path, one]) => [path, answerWith(one, shared)]))
  }

  /** To a GET of a path; undefined where nothing is ready. */
  return (path: string, asked: Asked) => {
    const shown = site.pages()
    if (shown !== pages) {
      pages = shown
      answers = answersWith(shown)
    }
    return answers.get(path)?.(asked)
  }
}

/** Puts the headers of each encoding together when it is first asked for. */
function answerWith(resource: Resource, shared: Record<string, string>) {
  const ready: Partial<Record<Encoding, ReturnType<typeof build>>> = {}

  function build(encoding: Encoding): { full: Answer; unchanged: Answer; etag: string } {
    const etag = `"${resource.etag}-${encoding}"`
    const known = { ...shared, ...resource.headers, ETag: etag, Vary: 'Accept-Encoding' }
    const bytes = resource[encoding]!
    const sent = { ...known, ...encodingHeaders(encoding, bytes) }
    const full = { status: 200, headers: Object.entries(sent).flat(), body: inOnePiece(bytes) }
    const unchanged = { status: 304, headers: Object.entries(known).flat(), body: undefined }
    return { full, unchanged, etag }
  }

  return ({ acceptEncoding, ifNoneMatch }: Asked): Answer => {
    const encoding = encodingFor(resource, acceptEncoding)
    const { full, unchanged, etag } = (ready[encoding] ??= build(encoding))
    return ifNoneMatch?.includes(etag) ? unchanged : full
  }
}

type Encoding = 'br' | 'gzip' | 'plain'

/** The smallest that a client takes. */
export function encodingFor(resource: Resource, acceptEncoding = ''): Encoding {
  if (resource.br && accepted.br.test(acceptEncoding)) return 'br'
  return resource.gzip && accepted.gzip.test(acceptEncoding) ? 'gzip' : 'plain'
}

export function encodingHeaders(encoding: Encoding, { length }: Buffer): Record<string, string> {
  const lengthAndVary = { 'Content-Length': String(length), Vary: 'Accept-Encoding' }
  return encoding === 'plain' ? lengthAndVary : { ...lengthAndVary, 'Content-Encoding': encoding }
}

const accepted = { br: namedIn('br'), gzip: namedIn('gzip') }

/** How a client says that it takes an encoding: it is named, and not with a weight of 0. */
function namedIn(encoding: string): RegExp {
  const notZero = String.raw`;\s*q=(?!0(?:\.0*)?\s*(?:$|,))`
  return new RegExp(String.raw`(?:^|,)\s*${encoding}\s*(?:$|,|${notZero})`, 'i')
}

const mostCopiedBytes = 64 * 1024

/** Copying a page along with its headers costs less than handing two pieces to the system. */
function inOnePiece(bytes: Buffer): string | Buffer {
  return bytes.length > mostCopiedBytes ? bytes : bytes.toString('latin1')
}
