export const allLanguages = ['en', 'it'] as const

export type Language = (typeof allLanguages)[number]

/** As each language calls itself. */
export const ownNames: Record<Language, string> = { en: 'English', it: 'Italiano' }

/** For the owner. */
export const englishNames: Record<Language, string> = { en: 'English', it: 'Italian' }

/** The texts of one component. A text that is missing in one language is a type error where it is used. */
export type Words = Record<Language, Record<string, unknown>>

/** Makes it once per language: a page that is the same object at each request is rendered only once. */
export function oncePerLanguage<Made>(make: (language: Language) => Made) {
  const made = new Map<Language, Made>()
  return (language: Language) => made.getOrInsertComputed(language, make)
}

/** English is always there. */
export type Translated<Text> = { en: Text } & Partial<Record<Language, Text>>
