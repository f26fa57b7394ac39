import { site } from '#content/content.ts'
import { stagesOf } from '#content/launch.ts'
import { pitchTexts } from '#content/pitch-texts.ts'

// The owner's texts are read from content/, so that the tests pass with any content.
export { site, team } from '#content/content.ts'

/** Tag of journeys that depend on the owner's content: they also run with a second content. */
export const ofContent = '@content'

/** Nothing if the owner has switched Italian off. */
export const ifItalian = <T>(list: T[]) => (site.languages.includes('it') ? list : [])

/** As the pages are now, even if launch day is set. */
export const { launched } = stagesOf(site, new Date())[0]!

/** The owner's pitch, as the English pages show it. */
export const pitch = pitchTexts('en', launched)

/** Shown after a failed submission: nothing, unless the owner switched the notice on. */
export const failureNotice = site.showFailureNotice
  ? ['Sorry, that didn’t work. Please try again in a moment.']
  : []
