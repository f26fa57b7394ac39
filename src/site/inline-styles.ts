const files = import.meta.glob<string>(['./**/*.css'], {
  eager: true,
  query: '?inline',
  import: 'default',
})

/** All of the site's CSS, small enough to stand in every page. Layers, not file order, decide. */
export const inlineStyles = Object.entries(files)
  .toSorted(([a], [b]) => order(a) - order(b))
  .map(([, css]) => css)
  .join('')

/** The tokens name the layers, so they stand first. */
function order(path: string): number {
  return path.endsWith('/tokens.css') ? 0 : 1
}
