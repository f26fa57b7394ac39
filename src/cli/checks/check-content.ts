import type { Site } from '#content/content-rules.ts'
import { sampleFields, site } from '#content/content.ts'
import { homeTitles } from '#content/home-titles.ts'
import type { Language } from '#language.ts'
import { missingLanguages, sampleFiles } from '#newsletter/content-letters.ts'
import { letterFile, type OwnLetter } from '#newsletter/letter-file.ts'
import italian from '../../../content/images/social-card.it.txt?raw'
import english from '../../../content/images/social-card.txt?raw'
import { failure, note, ok, warning, type Finding } from './finding.ts'

/** Checks content/. */
export function* examineContent(letters: OwnLetter[]): Generator<Finding> {
  yield checkContent([...sampleFields, ...letters.flatMap(sampleFiles)])
  yield* checkTranslations(letters)
  yield checkSocialCard(site)
  yield checkProcessors(site)
  if (site.showFailureNotice) return
  const message =
    'off: visitors see nothing if a submission fails (showFailureNotice in content/site.ts)'
  yield note('Failure notices', message)
}

export function checkContent(samples: string[]): Finding {
  if (samples.length === 0) return ok('Content', 'no sample values in use')
  const message = `sample values still in use\n${byFile(samples).join('\n')}`
  return failure(
    'Content',
    message,
    'Replace each sample(…), including the wrapper, with the real value.',
  )
}

/** One line per file: "content/site.ts: brand, email". */
function byFile(samples: string[]): string[] {
  const files = Map.groupBy(samples, (place) => place.split(': ')[0]!)
  return Array.from(files, ([file, places]) => {
    const fields = places.map((place) => place.slice(file.length + 2))
    // A letter is sample content as a whole.
    return fields.join('') === '' ? `${file}: all of it` : `${file}: ${fields.join(', ')}`
  })
}

/** `letters send` refuses a letter that somebody in its audience could not read. */
function* checkTranslations(letters: OwnLetter[]): Generator<Finding> {
  const missing = letters.flatMap((own) =>
    missingLanguages(own).map((language) => letterFile(own.name, language)),
  )
  if (missing.length === 0) return
  const advice = 'Write them before you send these letters, or send with --fallback en.'
  yield warning('Letters', `not translated: ${missing.join(', ')}`, advice)
}

/** The social card is drawn once; since then the brand may have changed, or the tool may have launched. */
export function checkSocialCard(
  { brand, launched, languages }: Pick<Site, 'brand' | 'launched' | 'languages'>,
  cards: Record<Language, string> = { en: english, it: italian },
): Finding {
  const subject = 'Social card'
  const advice = 'Draw it again: npm run draw:card'
  for (const language of languages) {
    const outdated = homeTitles[language][launched ? 'comingSoon' : 'live']
    if (!cards[language].includes(brand)) return failure(subject, `does not show ${brand}`, advice)
    if (cards[language].includes(outdated)) {
      return failure(subject, `still says: ${outdated}`, advice)
    }
  }
  return ok(subject, `shows ${brand}`)
}

/** The hosting and the mail provider process visitors' data. */
export function checkProcessors({ processors }: Pick<Site, 'processors'>): Finding {
  const subject = 'Processors'
  const advice = 'Name the hosting and the mail provider: processors in content/site.ts.'
  if (processors.length === 0) return failure(subject, 'the privacy policy names none', advice)
  return ok(subject, processors.map(({ name }) => name).join(', '))
}
