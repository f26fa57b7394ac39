import { UserError } from '#user-error.ts'
import { readLetter, type OwnLetter } from './read-letter.ts'

const files = import.meta.glob<string>('../../content/letters/*.md', {
  query: '?raw',
  import: 'default',
  eager: true,
})

/** The letters in content/letters, by name. Throws a UserError that names file and line. */
export function contentLetters(): Map<string, OwnLetter> {
  const letters = new Map<string, OwnLetter>()
  const mistakes: string[] = []
  for (const [path, source] of Object.entries(files)) {
    const read = readLetter(path.replace(/^.*?content\//, 'content/'), source)
    if ('letter' in read) letters.set(read.letter.name, read.letter)
    else mistakes.push(...read.mistakes)
  }
  if (mistakes.length > 0) {
    throw new UserError(`The letters need a correction:\n  ${mistakes.join('\n  ')}`)
  }
  return letters
}

/** As doctor names what is still made up. */
export function sampleLetters(): string[] {
  return [...contentLetters().values()]
    .filter(({ isSample }) => isSample)
    .map(({ name }) => `content/letters/${name}.md`)
}
