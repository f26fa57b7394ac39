import type { Site } from '#content/content-rules.ts'
import { sampleFields, site } from '#content/content.ts'
import { pitchTexts } from '#content/pitch-texts.ts'
import type { Language } from '#language.ts'
import { missingLanguages, sampleTexts, type FoundLetter } from '#letters/read-letters.ts'
import { isWelcome, letterFile, welcomeNames, type OwnLetter } from '#letters/letter-file.ts'
import { socialCards } from '#site/social-cards.ts'
import { failure, note, ok, warning, type Finding } from './finding.ts'
import { unusedDraft, unusedFile } from './letter-sentences.ts'

/** Checks content/. */
export function* checkContent(found: FoundLetter[]): Generator<Finding> {
  const letters = found.flatMap(({ letter }) => letter ?? [])
  const inUse = found.flatMap(({ letter, draft }) => (draft ? draft.inUse : letter) ?? [])
  const samples = [...letters, ...inUse].flatMap(sampleTexts)
  yield checkSamples([...sampleFields, ...new Set(samples)])
  yield* checkMistakes(found)
  yield* checkTranslations(letters.filter(({ origin }) => origin === 'file'))
  yield* checkWelcome(inUse)
  yield checkSocialCard(site)
  yield checkProcessors(site)
  if (site.showFailureNotice) return
  const message =
    'off: visitors see nothing if a submission fails (showFailureNotice in content/site.ts)'
  yield note('Failure notices', message)
}

export function checkSamples(samples: string[]): Finding {
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

/** The build has checked the files, but they may have been edited since. A draft may be half written. */
function* checkMistakes(found: FoundLetter[]): Generator<Finding> {
  const files = found.filter(({ draft }) => !draft)
  const mistakes = files.flatMap((file) => file.mistakes)
  if (mistakes.length > 0)
    yield failure('Letters', `need a correction\n${mistakes.join('\n')}`, 'Correct the files.')
  const unused = found.flatMap(({ draft }) => draft?.unusedFile ?? [])
  if (unused.length > 0) yield note('Letters', unused.map(unusedFile).join('\n'))
  const notInUse = found.filter(({ name, draft }) => isWelcome(name) && draft?.used === null)
  if (notInUse.length > 0)
    yield note('Letters', notInUse.map(({ name }) => unusedDraft(name)).join('\n'))
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

/** The usual welcome letter promises an email on launch day. */
export function* checkWelcome(
  letters: Pick<OwnLetter, 'name'>[],
  { launched }: Pick<Site, 'launched'> = site,
): Generator<Finding> {
  const [before, after] = welcomeNames
  const isThere = (name: string) => letters.some((letter) => letter.name === name)
  if (!launched || !isThere(before) || isThere(after)) return
  const message = `after the launch, new subscribers still get the letter ${before}`
  yield warning('Letters', message, `Write the letter ${after}, which leads to the tool.`)
}

/** Both cards are drawn by hand; since then the brand or the headline may have changed. */
export function checkSocialCard(
  { brand, languages }: Pick<Site, 'brand' | 'languages'>,
  cards: Record<Language, Record<'comingSoon' | 'live', { text: string }>> = socialCards,
): Finding {
  const subject = 'Social card'
  const advice = 'Draw it again: npm run tools -- draw card'
  for (const language of languages) {
    for (const stage of ['comingSoon', 'live'] as const) {
      const shown = cards[language][stage].text
      for (const wanted of [brand, pitchTexts(language, stage === 'live').headline]) {
        if (!shown.includes(wanted)) return failure(subject, `does not show: ${wanted}`, advice)
      }
    }
  }
  return ok(subject, `shows ${brand}, before and after the launch`)
}

/** The hosting and the mail provider process visitors' data. */
export function checkProcessors({ processors }: Pick<Site, 'processors'>): Finding {
  const subject = 'Processors'
  const advice = 'Name the hosting and the mail provider: processors in content/site.ts.'
  if (processors.length === 0) return failure(subject, 'the privacy policy names none', advice)
  return ok(subject, processors.map(({ name }) => name).join(', '))
}
