import { site } from '#content/content.ts'
import { homeTitles } from '#content/home-titles.ts'
import shown from '../../../content/images/social-card.txt?raw'
import { failure, ok, type Finding } from './finding.ts'

/** The picture beside every shared link is drawn once; brand and launch may have changed since. */
export function checkSocialCard(): Finding {
  const subject = 'Social card'
  const outdated = site.launched ? homeTitles.comingSoon : homeTitles.live
  const advice = 'Draw it anew: npm run draw:card'
  if (!shown.includes(site.brand)) return failure(subject, `does not show ${site.brand}`, advice)
  if (shown.includes(outdated)) return failure(subject, `still says: ${outdated}`, advice)
  return ok(subject, `shows ${site.brand}`)
}
