export const allLanguages = ['en', 'it'] as const

export type Language = (typeof allLanguages)[number]

/** Texts beside the component that shows them. If one language lacks a text, its use does not compile. */
export type Words = Record<Language, Record<string, unknown>>

/** Makes it once per language: a page that is the same object at each request is rendered only once. */
export function oncePerLanguage<Made>(make: (language: Language) => Made) {
  const made = new Map<Language, Made>()
  return (language: Language) => made.getOrInsertComputed(language, make)
}

/** English is always there. */
export type Translated<Text> = { en: Text } & Partial<Record<Language, Text>>
