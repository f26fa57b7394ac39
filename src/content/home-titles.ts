import type { Words } from '#language.ts'

/** The headline before and after launch day, as the home page and the social card show it. */
export const homeTitles = {
  en: {
    comingSoon: 'Streamlined ESG reporting for your business—coming soon.',
    live: 'Streamlined ESG reporting for your business—now live.',
  },
  it: {
    comingSoon: 'Il reporting ESG per\u00a0le\u00a0imprese, finalmente semplice: in arrivo.',
    live: 'Il reporting ESG per\u00a0le\u00a0imprese, finalmente semplice: ora online.',
  },
} satisfies Words
