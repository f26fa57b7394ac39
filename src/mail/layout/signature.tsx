import { team } from '#content/content.ts'
import type { Language } from '#language.ts'
import { serif } from './mail-parts.tsx'

/** The founders' first names, below the last words of a mail. */
export function signature(language: Language) {
  const names = lists[language](firstNames)
  const font = `italic 400 18px/1.4 ${serif}`
  const html = (
    <p className="serif" style={{ margin: '24px 0 0', font }}>
      {names}
    </p>
  )
  return { html, text: names }
}

/** Whether the last paragraph of the owner's text names a founder: then it needs no other signature. */
export function isSigned(text: string): boolean {
  const last = text
    .trim()
    .split(/\n\s*\n/)
    .at(-1)!
  const words = last.split(/[\s,.;:!*_—–]+/)
  return firstNames.some((name) => words.includes(name))
}

// Without titles: "Ing.", "Dott.ssa".
const firstNames = team.map(({ name }) => name.split(' ').find((part) => !part.includes('.'))!)

const lists = {
  en: (names: string[]) => new Intl.ListFormat('en-GB').format(names),
  // "Marco ed Elena", but "Marco e Anna".
  it: (names: string[]) => new Intl.ListFormat('it').format(names).replace(/ e (?=E)/, ' ed '),
}
