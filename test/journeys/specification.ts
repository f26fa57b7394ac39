import { pitch } from './owner-content.ts'

/** The owner's texts as the specification words them: the first state of content/pitch.ts. */
export const specified = {
  headline: 'Streamlined ESG reporting for your business—coming soon.',
  subline: 'A revolution in compliance questionnaires is on its way.',
  title: 'Join Our Newsletter',
  text: 'Stay updated and be the first one to know when we launch.',
  button: 'Embark on the Journey',
  tagline: 'ESG reporting at your fingertips.',
  vision:
    'AI autofills ESG questionnaires, gives context, and improves organisation and collaboration, so that regulatory adherence is seamless, transparent and cost-effective for businesses of all sizes.',
  heading: "Let's Connect",
  subtitle: "Reach out and let's simplify ESG reporting for the world.",
}

const { headline, subline, newsletter, tagline, vision, contact } = pitch
const { title, text, button } = newsletter
const own = { headline, subline, title, text, button, tagline, vision, ...contact }

/** Whether an owner has changed any of them. Line breaks are tuned only for the specification's texts. */
export const isPitchEdited = Object.entries(specified).some(
  ([name, words]) => own[name as keyof typeof own] !== words,
)
