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

/** The CSS of what is in a page, small enough to stand in it. Layers, not file order, decide. */
export function inlineStyles(body: string): string {
  const used = Object.entries(sheets).filter(([path]) => {
    const names = classNames[path]
    return !names || Object.values(names).some((name) => body.includes(name))
  })
  return `@layer reset, base, parts;${used.map(([, css]) => css).join('')}`
}
