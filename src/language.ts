export const allLanguages = ['en', 'it'] as const

export type Language = (typeof allLanguages)[number]

/** Texts beside the component that shows them. If one language lacks a text, its use does not compile. */
export type Words = Record<Language, Record<string, unknown>>

/** English is always there. */
export type Translated<Text> = { en: Text } & Partial<Record<Language, Text>>
