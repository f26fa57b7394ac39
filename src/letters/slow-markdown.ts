/** TODO */
export function findSlowMarkdown(_body: string): { line: number; sentence: string } | undefined {
  return undefined
}
