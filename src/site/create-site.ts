import { setTimeout as sleep } from 'node:timers/promises'
import type { Launched, Stage } from '#content/launch.ts'
import {
  brotliAll,
  gzipAll,
  openEpoch,
  pageHeaders,
  spanAt,
  type Epoch,
  type EpochOptions,
  type PublicLetters,
} from './epoch.ts'
import type { Page } from './page.ts'
import { renderPage } from './render-page.tsx'
import type { Resource } from './resource.ts'

export interface SiteOptions extends EpochOptions {
  /** Before and after the launch. */
  stages: Stage[]
  /** Those that are public at the start. */
  letters?: PublicLetters | undefined
  /** Epoch milliseconds. */
  now: () => number
  /** Told of a page that can't be rendered. */
  onError: (error: unknown) => void
  /** After a start there are other things to do. */
  compressAfterMs?: number
}

const noLetters: PublicLetters = {
  pages: [],
  files: new Map(),
  pictures: new Map(),
  latest: {},
}

const prepareBeforeMs = 3_600_000

/**
 * The pages of this server. They change all at once: with the year in the footer, with the launch and with the public
 * letters. The pages of the next year, or of the launched site, are rendered in the hour before.
 */
export function createSite(options: SiteOptions) {
  const { stages, now, onError, compressAfterMs = 1000 } = options
  let letters = options.letters ?? noLetters
  let shown = open(now())
  let next: Epoch | undefined

  function open(time: number): Epoch {
    const epoch = openEpoch(options, spanAt(time, stages), letters)
    compressLater(epoch).catch(onError)
    return epoch
  }

  async function compressLater(epoch: Epoch) {
    await sleep(compressAfterMs, undefined, { ref: false })
    await gzipAll(epoch, onError)
    await sleep(compressAfterMs, undefined, { ref: false })
    await brotliAll(epoch)
  }

  function current(): Epoch {
    const time = now()
    // Numbers only: this runs for every request.
    if (time < shown.since || time >= shown.until) {
      shown = next && time >= next.since && time < next.until ? next : open(time)
      next = undefined
    } else if (time >= shown.until - prepareBeforeMs) next ??= open(shown.until)
    return shown
  }

  return {
    /** A page or file that is the same for everybody. The same object until it changes. */
    find: (path: string): Resource | undefined => current().resources.get(path)?.(),
    /** A picture of a letter. */
    readPicture: (path: string): Promise<Resource> | undefined => letters.pictures.get(path)?.(),
    has: (path: string) => current().resources.has(path) || letters.pictures.has(path),
    paths: () => [...current().resources.keys()],
    launched: (): Launched => current().launched,
    letterPages: () => letters.pages,
    /** Shows these letters instead of those that it showed, once their pages are rendered and compressed. */
    async publish(given: PublicLetters) {
      const epoch = openEpoch(options, spanAt(now(), stages), given, shown)
      await gzipAll(
        epoch,
        (error) => {
          throw error
        },
        shown,
      )
      letters = given
      shown = epoch
      next = undefined
      brotliAll(epoch).catch(onError)
    },
    /** A page for one request, about one person: never cached. */
    respond(page: Page, status = 200, headers: Record<string, string> = {}): Response {
      const { context, respondedWith } = current()
      // No scripts: mail scanners that follow links run them.
      const rendered = respondedWith.getOrInsertComputed(page, () => renderPage(page, context, []))
      const own = { ...pageHeaders(rendered, context), 'Cache-Control': 'no-store' }
      return new Response(rendered.html, { status, headers: { ...own, ...headers } })
    },
  }
}

export type SiteServer = ReturnType<typeof createSite>
