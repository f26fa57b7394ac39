/** The end of a command's help, where one example says it all. */
export function exampleOf(command: string): string {
  return `\nExamples:\n  npm run admin -- ${command}`
}
