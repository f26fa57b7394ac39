import type { Words } from '#language.ts'
import italianLive from '../../content/images/social-card.it.launched.jpg?url'
import italianLiveText from '../../content/images/social-card.it.launched.txt?raw'
import italian from '../../content/images/social-card.it.jpg?url'
import italianText from '../../content/images/social-card.it.txt?raw'
import englishLive from '../../content/images/social-card.launched.jpg?url'
import englishLiveText from '../../content/images/social-card.launched.txt?raw'
import english from '../../content/images/social-card.jpg?url'
import englishText from '../../content/images/social-card.txt?raw'

/** The pictures of link previews, drawn by `npm run tools -- draw card`, and what each shows. */
export const socialCards = {
  en: {
    comingSoon: { url: english, text: englishText.trim() },
    live: { url: englishLive, text: englishLiveText.trim() },
  },
  it: {
    comingSoon: { url: italian, text: italianText.trim() },
    live: { url: italianLive, text: italianLiveText.trim() },
  },
} satisfies Words
