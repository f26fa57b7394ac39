export const allLanguages = ['en', 'it'] as const

export type Language = (typeof allLanguages)[number]

/** The texts of one component. A text that is missing in one language is a type error where it is used. */
export type Words = Record<Language, Record<string, unknown>>

/** English is always there. */
export type Translated<Text> = { en: Text } & Partial<Record<Language, Text>>
