const files = import.meta.glob<string>(['./**/*.css'], {
  eager: true,
  query: '?inline',
  import: 'default',
})

/** All of the site's CSS, small enough to stand in every page. Layers, not file order, decide. */
export const inlineStyles = Object.entries(files)
  .toSorted(([a], [b]) => (a.includes('tokens') ? -1 : b.includes('tokens') ? 1 : a < b ? -1 : 1))
  .map(([, css]) => css)
  .join('')
