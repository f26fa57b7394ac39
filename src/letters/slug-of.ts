/** "Perché sì?" as `perche-si`: part of an address or a file name. */
export function slugOf(text: string): string {
  const words = text
    .normalize('NFKD')
    .replaceAll(/[\p{M}'’]/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replace(/^-/, '')
  // Whole words, if the first one is not longer.
  const cut =
    words.length > maxLength ? words.slice(0, maxLength + 1).replace(/-[^-]*$/, '') : words
  return cut.slice(0, maxLength).replace(/-$/, '')
}

const maxLength = 50
