/** Of a long address, with room to spare. */
const maxRun = 2000
const maxMarks = 50

const longRun = new RegExp(`\\S{${maxRun + 1},}`)
const manyMarks = new RegExp(`^(?:[ \\t]*(?:>|[-*+](?=[ \\t])|\\d{1,9}[.)])){${maxMarks + 1},}`)

/**
 * Finds contrived text, for which the parser needs minutes (quadratic in characters without a space) or too much stack
 * (quotations and lists inside each other). The rest takes a second for 90 kB.
 */
export function findSlowMarkdown(body: string): { line: number; sentence: string } | undefined {
  for (const [index, text] of body.split('\n').entries()) {
    const line = index + 1
    if (longRun.test(text))
      return { line, sentence: `has over ${maxRun} characters without a space: shorten it` }
    if (manyMarks.test(text))
      return { line, sentence: `begins with over ${maxMarks} marks of quotations or lists` }
  }
  return undefined
}
