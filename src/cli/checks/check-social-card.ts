import { site } from '#content/content.ts'
import { homeTitles } from '#content/home-titles.ts'
import shown from '../../../content/images/social-card.txt?raw'
import type { Finding } from './finding.ts'

/** The picture beside every shared link is drawn once; brand and launch may have changed since. */
export function checkSocialCard(): Finding {
  const subject = 'Social card'
  const outdated = site.launched ? homeTitles.comingSoon : homeTitles.live
  if (shown.includes(site.brand) && !shown.includes(outdated)) {
    return { level: 'ok', subject, message: `shows ${site.brand}` }
  }
  return {
    level: 'failure',
    subject,
    message: shown.includes(site.brand)
      ? `still message: ${outdated}`
      : `does not show ${site.brand}`,
    advice: 'Draw it anew: npm run draw:card',
  }
}
