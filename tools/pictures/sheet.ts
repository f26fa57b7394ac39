import type { Shot } from './photograph.ts'

const thumbWidths: Record<number, number> = { 390: 150, 768: 240, 900: 280, 1440: 400, 2560: 560 }

/** A page with a row for each view, light before dark and narrow before wide, with links to the full size. */
export function contactSheet(shots: Shot[]): string {
  const place = ({ scheme, width }: Shot) => (scheme === 'light' ? width : 10_000 + width)
  const rows = Map.groupBy(shots, ({ view }) => view)
  const figures = Array.from(rows, ([view, row]) => {
    const pictures = row
      .toSorted((one, other) => place(one) - place(other))
      .map(({ file, width, scheme }) => {
        const label = `${width} px, ${scheme}`
        return `<a href="${file}"><img src="${file}" alt="${label}" title="${label}" width="${thumbWidths[width]}" loading="lazy"></a>`
      })
    return `<h2>${view}</h2><div>${pictures.join('')}</div>`
  })
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Every page and state</title>
<style>
body { margin: 1rem; background: #8a8f8c; font: 1rem system-ui }
div { display: flex; gap: 1rem; align-items: start; overflow-x: auto }
a { max-height: 40rem; overflow: hidden; flex: none }
</style>
${figures.join('\n')}
</html>
`
}
