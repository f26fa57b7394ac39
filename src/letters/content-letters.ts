import { readLetters, type OwnLetter } from './read-letter.ts'

const files = import.meta.glob<string>('../../content/letters/*.md', {
  query: '?raw',
  import: 'default',
  eager: true,
})

/** The letters in content/letters, by name. */
export function contentLetters(): Map<string, OwnLetter> {
  return readLetters(
    Object.entries(files).map(([path, source]) => {
      return { file: path.replace(/^.*?content\//, 'content/'), source }
    }),
  )
}

/** As doctor names what is still made up. */
export function sampleLetters(): string[] {
  return [...contentLetters().values()]
    .filter(({ isSample }) => isSample)
    .map(({ name }) => `content/letters/${name}.md`)
}
