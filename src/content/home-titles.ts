import type { Words } from '#language.ts'

/** The headline before and after launch day, as the home page and the social card show it. */
export const homeTitles = {
  en: {
    comingSoon: 'Streamlined ESG reporting for your business—coming soon.',
    live: 'Streamlined ESG reporting for your business—now live.',
  },
  it: {
    comingSoon: 'Reporting ESG più\u00a0semplice per\u00a0le\u00a0imprese: in arrivo.',
    live: 'Reporting ESG più\u00a0semplice per\u00a0le\u00a0imprese: è online.',
  },
} satisfies Words
