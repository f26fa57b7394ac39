// Of every room: some have pages of their own.
const sheets = import.meta.glob<string>('/src/**/*.css', {
  eager: true,
  query: '?inline',
  import: 'default',
})
const classNames = import.meta.glob<Record<string, string>>('/src/**/*.module.css', {
  eager: true,
  import: 'default',
})

/** The tokens name the layers, so they stand first. */
const inOrder = Object.entries(sheets).toSorted(([a], [b]) => order(a) - order(b))

/** The CSS of what is in a page, small enough to stand in it. Layers, not file order, decide. */
export function inlineStyles(body: string): string {
  return inOrder
    .filter(([path]) => {
      const names = classNames[path]
      return !names || Object.values(names).some((name) => body.includes(name))
    })
    .map(([, css]) => css)
    .join('')
}

function order(path: string): number {
  return path.endsWith('/tokens.css') ? 0 : 1
}
