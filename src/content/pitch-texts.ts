import type { Language } from '#language.ts'
import type { Pitch } from './content-rules.ts'
import { pitch } from './content.ts'
import type { Launched } from './launch.ts'

export type PitchTexts = Chosen<Pitch>

/** The owner's pitch in one language, as it is before or after launch day. */
export function pitchTexts(
  language: Language,
  launched: Launched | true,
  texts = pitch,
): PitchTexts {
  const stage = launched ? 'afterLaunch' : 'beforeLaunch'
  const choose = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(choose)
    if (typeof value !== 'object' || value === null) return value
    if (stage in value) return choose(value[stage as keyof typeof value])
    if (language in value) return value[language as keyof typeof value]
    return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, choose(part)]))
  }
  return choose(texts) as PitchTexts
}

/** Without the languages and stages. */
type Chosen<T> = T extends
  | Record<Language, string>
  | Record<'beforeLaunch' | 'afterLaunch', unknown>
  ? string
  : T extends (infer Item)[]
    ? Chosen<Item>[]
    : T extends object
      ? { [Key in keyof T]: Chosen<T[Key]> }
      : T
