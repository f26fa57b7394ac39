import type { Page } from './page.ts'
import {
  renderFresh,
  renderSite,
  type FreshPage,
  type RenderedPage,
  type RenderOptions,
} from './render-site.tsx'

export interface SiteOptions {
  context: Omit<RenderOptions['context'], 'year'>
  loader: string
  clock: () => Date
}

/** The rendered pages, made anew when the year in the footer changes. */
export function createSite({ context, loader, clock }: SiteOptions) {
  let year = yearInItaly(clock())
  let checkedMinute = minuteOf(clock())
  let pages = renderSite({ context: { ...context, year }, loader })
  return {
    pageAt(path: string): RenderedPage | undefined {
      const minute = minuteOf(clock())
      if (minute !== checkedMinute) {
        checkedMinute = minute
        const yearNow = yearInItaly(clock())
        if (yearNow !== year) {
          year = yearNow
          pages = renderSite({ context: { ...context, year }, loader })
        }
      }
      return pages.get(path)
    },
    /** A page that is made for this one request. */
    render(page: Page): FreshPage {
      const options = { context: { ...context, year: yearInItaly(clock()) }, loader }
      return renderFresh(page, options)
    },
  }
}

export type SiteServer = ReturnType<typeof createSite>

const italianYear = new Intl.DateTimeFormat('en', { timeZone: 'Europe/Rome', year: 'numeric' })

function yearInItaly(date: Date): number {
  return Number(italianYear.format(date))
}

function minuteOf(date: Date): number {
  return Math.floor(date.getTime() / 60_000)
}
