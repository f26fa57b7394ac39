import type { ReactNode } from 'react'

/** What a page may know about where and when it is shown. */
export interface PageContext {
  year: string
  publicUrl: string
  /** The server that the forms post to: empty where it is this one. */
  apiUrl: string
  /** For each island the module to load, then the modules that it imports. */
  islandModules: Record<IslandName, string[]>
}

export type IslandName = 'newsletter' | 'contact'

export interface Page {
  path: string
  title: string
  /** For search engines, and where a link is shared: unlisted pages need none. */
  description?: string
  /** Floats the header over the page's first screen. */
  hasHero?: boolean
  island?: IslandName
  /** Kept out of search engines: pages that mean something only to the visitor who was sent there. */
  unlisted?: boolean
  /** Where a link in every mail leads, which the recipient's mail scanner opens first. */
  isBehindMailLink?: boolean
  render: (context: PageContext) => ReactNode
}
