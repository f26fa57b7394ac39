import { site } from '#content/content.ts'

// What only the owner knows is read from content/, so that the tests hold for any.
export { site, team } from '#content/content.ts'

/** The tag of journeys that show the owner's words: they are walked with other words, too. */
export const ofContent = '@content'

/** What the home page says: the specification's words until launch day, ours from then on. */
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

/** What a failed submission shows: nothing, unless the owner switched the notice on. */
export const failureNotice = site.showFailureNotice
  ? ['That did not work. Please try again in a moment.']
  : []
