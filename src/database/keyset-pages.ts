/** Rows of any number in the memory of one page. `nextPage` gets the last row that was seen. */
export async function* keysetPages<Row>(
  nextPage: (last: Row | undefined, pageSize: number) => Promise<Row[]>,
  limit = Infinity,
): AsyncGenerator<Row> {
  const pageSize = 1000
  let last: Row | undefined
  for (let left = limit; left > 0;) {
    const page = await nextPage(last, Math.min(pageSize, left))
    yield* page
    left -= page.length
    if (page.length < pageSize) return
    last = page.at(-1)
  }
}
