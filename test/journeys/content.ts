import { site } from '#content/content.ts'

// The owner's texts are read from content/, so that the tests pass with any content.
export { site, team } from '#content/content.ts'

/** Tag of journeys that depend on the owner's content: they also run with a second content. */
export const ofContent = '@content'

/** Nothing if the owner has switched Italian off. */
export const ifItalian = <T>(list: T[]) => (site.languages.includes('it') ? list : [])

/** The home page's texts: the specification's until launch day, ours afterwards. */
export const homeWords = site.launched
  ? {
      headline: 'Streamlined ESG reporting for your business—now live.',
      subline: 'The revolution in compliance questionnaires is here.',
      toolLink: 'Open the tool',
      invitation: 'Stay updated and be the first one to know what comes next.',
    }
  : {
      headline: 'Streamlined ESG reporting for your business—coming soon.',
      subline: 'A revolution in compliance questionnaires is on its way.',
      toolLink: undefined,
      invitation: 'Stay updated and be the first one to know when we launch.',
    }

/** Shown after a failed submission: nothing, unless the owner switched the notice on. */
export const failureNotice = site.showFailureNotice
  ? ["Sorry, that didn't work. Please try again in a moment."]
  : []
