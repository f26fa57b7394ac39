declare module '*.mdx' {
  import type { MDXContent } from 'mdx/types'

  /** Added at build: the second-level headings, for the list of contents. */
  export const sections: { id: string; title: string }[]
  const Text: MDXContent
  export default Text
}
